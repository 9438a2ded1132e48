import ForceLabSettings

/// The diagnostic for the first character before or at byte `offset` that libyaml would not read:
/// its own marks lag behind, so that the place is counted here.
func encodingProblem(
  in bytes: UnsafeBufferPointer<UInt8>, at offset: Int, file: String
) -> Diagnostic {
  var walk = CharacterWalk(bytes)
  while walk.end <= offset, walk.advance() {}
  let location = Location(file: file, line: walk.line, column: walk.column)
  if let scalar = walk.scalar {
    return Diagnostic(message(about: scalar), at: location)
  }
  if walk.isWide {
    return Diagnostic("this is not valid UTF-16; save the file as UTF-8", at: location)
  }
  let byte = walk.start < bytes.count ? bytes[walk.start] : 0
  return Diagnostic(
    "the byte 0x\(hexadecimal(UInt32(byte), digits: 2)) is not valid UTF-8 here; "
      + "save the file as UTF-8",
    at: location)
}

private func message(about scalar: Unicode.Scalar) -> String {
  let code = hexadecimal(scalar.value, digits: 4)
  return switch scalar.properties.generalCategory {
  case _ where scalar == "\0":
    "the character U+0000 (NUL) is not allowed in YAML; check that this is a text file"
  case .control:
    "the control character U+\(code) is not allowed in YAML; remove it, "
      + "or write it as an escape in double quotes"
  default:
    "the character U+\(code) is not allowed in YAML; remove it, "
      + "or write it as an escape in double quotes"
  }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let code = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - code.count)) + code
}
