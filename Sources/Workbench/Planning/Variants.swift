import ForceLabPlugins
import ForceLabSettings

/// Named configurations: an axis whose values each set several parameters.
struct Variants: ParameterValue {
  struct Variant: Sendable {
    var name: String
    var location: Location
    var settings: [Setting]

    /// The name, which is the value of the axis, and the settings.
    var all: [Setting] {
      let value = SettingsNode.scalar(.string(name), at: location)
      return [Setting(key: Variants.path, keyLocation: location, value: value)] + settings
    }
  }

  /// The path of the axis, and its column in CSV files.
  static let path = "variant"

  var all: [Variant] = []
  /// The paths at which variants have members of collections, which are axes, too.
  var collectionPaths: Set<String> = []

  static func form(within bounds: Bounds) -> ValueForm {
    .map(.map(.any), keys: "^[A-Za-z][A-Za-z0-9_-]{0,99}$")
  }

  static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Variants?
  {
    guard !node.isNull else { return Variants() }
    guard let entries = node.mapping?.entries, !entries.isEmpty else {
      decoder.error(
        "'\(slot.name)' must be a mapping of names to parameters, such as "
          + "{weak: {forces.many-body.strength: -10}}; found \(node.emptyOrKind)",
        at: node.location)
      return nil
    }
    let all = entries.compactMap { variant($0, &decoder) }
    return all.count == entries.count ? Variants(all: all) : nil
  }

  private static func variant(_ entry: Mapping.Entry, _ decoder: inout ParameterDecoder) -> Variant?
  {
    guard isName(entry.key) else {
      decoder.error(
        "invalid name '\(entry.key.excerpt)' of a variant; begin with a letter, and use letters, "
          + "digits, - and _ only, at most 100", at: entry.keyLocation)
      return nil
    }
    guard let settings = entry.value.mapping?.entries else {
      decoder.error(
        "the variant '\(entry.key)' must be a mapping of paths to values, such as "
          + "{forces.many-body.strength: -10}, or {} for the file as it is; found "
          + entry.value.kindDescription,
        at: entry.value.isNull ? entry.keyLocation : entry.value.location)
      return nil
    }
    return Variant(name: entry.key, location: entry.keyLocation, settings: settings)
  }

  /// How to set the parameter `path` in the variant `name` alone.
  static func hint(_ path: String, _ name: String) -> String {
    "; for one variant alone, use --set 'variants.\(name).\(path)=…'"
  }

  /// Whether `text` is a name of an experiment that YAML reads as text and that begins with a letter.
  static func isName(_ text: String) -> Bool {
    Experiment.isName(text) && text.first?.isLetter == true && Scalar(text).value == .string(text)
  }

  /// Null without variants.
  func encoded() -> SettingsNode {
    guard !all.isEmpty else { return .scalar("null") }
    return .mapping(of: all.map { ($0.name, $0.settings.node) })
  }
}

extension SettingsNode {
  var emptyOrKind: String {
    mapping?.entries.isEmpty == true ? "an empty mapping" : kindDescription
  }
}
