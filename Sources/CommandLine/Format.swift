import ArgumentParser

/// How what is found is printed.
enum Format: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs: one JSON object to a line.
  case json
}

/// `--format`, of every command that programs may want to read.
struct FormatOption: ParsableArguments {
  @Option(help: "Print text for people or, a line each, JSON objects for programs.")
  var format = Format.text

  /// Whether programs read what is printed.
  var isJSON: Bool { format == .json }
}
