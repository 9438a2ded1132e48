import ForceLabSettings
import ForceLabWorkbench
import ForceLabYAML
import Foundation

/// The settings that vary between configurations, as columns of a table.
struct SettingColumns {
  let headings: [Table.Heading]
  let rows: [[String]]

  init(_ paths: [String], _ settings: [[String]]) {
    let names = shortNames(of: paths)
    let headings = names.indices.map { column in
      Table.Heading(
        names[column],
        isNumeric: settings.allSatisfy { Double($0[column]) != nil || $0[column].isEmpty })
    }
    self.headings = headings
    let columns = names.indices.map { column in
      let texts = settings.map { compact($0[column]) }
      return headings[column].isNumeric ? Self.shortened(texts) : texts
    }
    rows = settings.indices.map { row in columns.map { $0[row] } }
  }

  private static let maxLength = 8

  /// Long fractions, such as -66.8421052631579 of a range, with as few digits as tell them apart, at least four.
  private static func shortened(_ texts: [String]) -> [String] {
    let count = Set(texts).count
    func short(_ text: String, digits: Int) -> String {
      guard text.count > maxLength, text.contains("."), let number = Double(text) else {
        return text
      }
      let short = String(format: "%.\(digits)g", number)
      let whole = short.contains("e+") ? String(format: "%.0f", number) : short
      return whole.count < text.count ? whole : text
    }
    guard texts.contains(where: { $0.count > maxLength }) else { return texts }
    return (4...16).lazy.map { digits in texts.map { short($0, digits: digits) } }
      .first { Set($0).count == count } ?? texts
  }
}

/// A setting without the braces around plugin names: `kd-tree {theta: 0.9}` for `{kd-tree: {theta: 0.9}}`.
func compact(_ setting: String) -> String {
  setting.contains("{") ? settingTree(setting).map { compact($0) } ?? setting : setting
}

/// The tree of a setting; nil if it is no YAML, which only a damaged file has: then its text stands for it.
func settingTree(_ setting: String) -> SettingsNode? { try? YAMLDocument.parse(setting, file: "") }

private func compact(_ node: SettingsNode) -> String {
  if let items = node.sequence {
    return "[" + items.map { compact($0) }.joined(separator: ", ") + "]"
  }
  guard let entries = node.mapping?.entries, entries.count == 1 else { return node.flowText }
  if entries[0].value.isNull { return entries[0].key }
  guard entries[0].value.mapping != nil else { return node.flowText }
  return "\(entries[0].key) \(entries[0].value.flowText)"
}

/// The last `count` steps of each path, and more steps where names would be equal.
func shortNames(of paths: [String], from count: Int = 1) -> [String] {
  let steps = paths.map { $0.split(separator: ".").map(String.init) }
  return steps.indices.map { index in
    for length in count...max(count, steps[index].count) {
      let name = steps[index].suffix(length)
      let namesakes = steps.count { $0.suffix(length).elementsEqual(name) }
      if namesakes == 1 { return name.joined(separator: ".") }
    }
    return paths[index]
  }
}

extension [ExternalProgram] {
  /// What trials will start, for people.
  public var commandText: String {
    (["Starts these programs:"] + map { "  \($0.name): \($0.command)" }).joined(separator: "\n")
  }
}

extension Plan {
  public var title: String {
    experiment.summary.isEmpty ? experiment.name : "\(experiment.name): \(experiment.summary)"
  }

  /// The settings of each configuration, such as `verlet, kd-tree, -30`.
  public var configurationTitles: [String] {
    SettingColumns(paths, configurations.map(\.settings)).rows.map {
      $0.filter { !$0.isEmpty }.joined(separator: ", ")
    }
  }

  /// In the order in which they run.
  public var table: Table {
    let settings = SettingColumns(paths, configurations.map(\.settings))
    let columns: [TableColumn<Trial>] = [
      .number("trial") { String($0.number) }, .number("configuration") { String($0.configuration) },
      .number("repeat", importance: 1) { String($0.repetition) },
      .number("seed", importance: 0) { String($0.seed) },
    ]
    return Table(
      trials,
      columns
        + settings.headings.enumerated().map { column, heading in
          TableColumn(heading: heading) { settings.rows[$0.configuration - 1][column] }
        })
  }

  public var countText: String {
    let product =
      "\(counted(configurations.count, "configuration")) × \(counted(experiment.repeats, "repeat"))"
    let warmUps = trials.count(where: \.isWarmUp)
    let more = warmUps > 0 ? " + \(counted(warmUps, "warm-up trial"))" : ""
    return
      (["\(counted(trials.count, "trial")): \(product)\(more)"]
      + excluded.map { "excluded: \($0.count), because: \($0.because)" })
      .joined(separator: "\n")
  }
}
