import ForceLabFiles
import ForceLabTestSupport
import Foundation
import Testing

@Suite struct TrustedFilesTests {
  /// The first two are of FIPS 180-2, the others of sha256sum: the lengths around whole blocks.
  @Test(arguments: [
    (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (
      [UInt8](repeating: 97, count: 55),
      "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
    ),
    (
      [UInt8](repeating: 97, count: 64),
      "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
    ),
  ])
  func hashesAsPublished(bytes: [UInt8], hash: String) { #expect(SHA256.hash(of: bytes) == hash) }

  @Test func trustHoldsForPathsAndContents() throws {
    try withFolder { folder in
      let files = ["one", "two", "copy"].map { "\(folder)/\($0)" }
      for file in files { try Data("same".utf8).write(to: URL(fileURLWithPath: file)) }
      var trusted = try TrustedFiles(home: folder)
      try trusted.add([files[0], files[1]])
      trusted = try TrustedFiles(home: folder)
      #expect(try trusted.contains([files[0], files[1]]))
      #expect(try !trusted.contains([files[0]]) && !trusted.contains([files[2], files[1]]))
      try Data("other".utf8).write(to: URL(fileURLWithPath: files[1]))
      #expect(try !trusted.contains([files[0], files[1]]))
    }
  }
}
