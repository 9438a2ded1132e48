import ForceLabSettings

/// A value of any type, as it is written, with what is needed to decode it where its type is known.
public struct AnyValue: ParameterValue {
  public var node: SettingsNode
  /// The catalog that it was read with; nil if it was not read.
  package private(set) var catalog: Catalog?
  /// The folder that relative paths in it begin at.
  package private(set) var folder = "."

  public init(_ node: SettingsNode = .scalar("null")) { self.node = node }

  package init(_ node: SettingsNode, in catalog: Catalog, folder: String) {
    (self.node, self.catalog, self.folder) = (node, catalog, folder)
  }

  package init(_ node: SettingsNode, of decoder: ParameterDecoder) {
    self.init(node, in: decoder.catalog, folder: decoder.folder)
  }

  public static func form(within bounds: Bounds) -> ValueForm { .any }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> AnyValue?
  {
    AnyValue(node, of: decoder)
  }

  public func encoded() -> SettingsNode { node }
}
