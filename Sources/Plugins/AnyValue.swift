import ForceLabSettings

/// A value of any type, as it is written, with what is needed to decode it where its type is known.
public struct AnyValue: ParameterValue {
  public var node: SettingsNode
  /// The catalog that it was read with; nil if it was not read.
  package private(set) var catalog: Catalog?
  /// The folder that relative paths in it begin at.
  package private(set) var folder = "."

  public init(_ node: SettingsNode = .scalar("null")) { self.node = node }

  public static func form(within bounds: Bounds) -> ValueForm { .any }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> AnyValue?
  {
    var value = AnyValue(node)
    (value.catalog, value.folder) = (decoder.catalog, decoder.folder)
    return value
  }

  public func encoded() -> SettingsNode { node }
  public var swiftCode: String { "AnyValue()" }
}
