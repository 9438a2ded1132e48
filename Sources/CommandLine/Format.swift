import ArgumentParser

struct FormatOption: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "Print text, or JSON with one object per line.")
  var format = Format.text

  var isJSON: Bool { format == .json }
}
