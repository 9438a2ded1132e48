import ForceLabCYAML
import ForceLabSettings

/// libyaml's parser. All unsafe code is here.
struct EventStream: ~Copyable {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeBufferPointer<UInt8>
  private let file: String
  private var isReady: Bool
  private var hasDocument = false

  /// `input` must not be empty and must outlive the stream.
  init(_ input: UnsafeBufferPointer<UInt8>, file: String) {
    self.input = input
    self.file = file
    parser = .allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    isReady = yaml_parser_initialize(parser) == 1
    if isReady { yaml_parser_set_input_string(parser, input.baseAddress, input.count) }
  }

  deinit {
    yaml_parser_delete(parser)
    parser.deallocate()
  }

  /// Builds the tree of the document. Throws if there is a second one.
  mutating func build(with builder: inout NodeBuilder) throws(Diagnostic) {
    while true {
      var event = yaml_event_t()
      guard isReady, yaml_parser_parse(parser, &event) == 1 else { throw failure() }
      defer { yaml_event_delete(&event) }
      let location = Location(file: file, event.start_mark)
      switch event.type {
      case YAML_NO_EVENT, YAML_STREAM_END_EVENT: return
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      case YAML_DOCUMENT_START_EVENT:
        guard !hasDocument else {
          throw Diagnostic(
            "unexpected second document; remove the separator '---' or '...', or move the "
              + "document to another file", at: location)
        }
        hasDocument = true
      case YAML_ALIAS_EVENT:
        try builder.addAlias(Self.string(event.data.alias.anchor) ?? "", at: location)
      case YAML_SCALAR_EVENT:
        let data = event.data.scalar
        try builder.add(
          Scalar(data.value, length: data.length, data.style), anchor: Self.string(data.anchor),
          tag: Self.string(data.tag), at: location)
      case YAML_SEQUENCE_START_EVENT:
        let data = event.data.sequence_start
        try builder.begin(
          .sequence, anchor: Self.string(data.anchor), tag: Self.string(data.tag), at: location)
      case YAML_MAPPING_START_EVENT:
        let data = event.data.mapping_start
        try builder.begin(
          .mapping, anchor: Self.string(data.anchor), tag: Self.string(data.tag), at: location)
      default: try builder.end()
      }
    }
  }

  private static func string(_ text: UnsafeMutablePointer<UInt8>?) -> String? {
    text.map { String(cString: UnsafePointer($0)) }
  }

  private func failure() -> Diagnostic {
    let state = parser.pointee
    guard let text = state.problem, state.error != YAML_MEMORY_ERROR else {
      return Diagnostic(
        "not enough memory to read this file; free some, or split the file",
        at: Location(file: file))
    }
    if state.error == YAML_READER_ERROR { return encodingProblem(in: input, file: file) }
    let location = Location(file: file, state.problem_mark)
    let context = Location(file: file, state.context_mark)
    let problem = SyntaxProblem(
      problem: String(cString: text), context: state.context.map { String(cString: $0) },
      location: location, contextLocation: context,
      surroundings: Surroundings(of: location, context: context.line, in: input),
      hasDocument: hasDocument,
      character: state.buffer.pointer.map { Character(Unicode.Scalar($0.pointee)) })
    return problem.diagnostic
  }
}

extension Scalar {
  fileprivate init(
    _ text: UnsafeMutablePointer<UInt8>?, length: Int, _ style: yaml_scalar_style_t
  ) {
    let style: Style =
      switch style {
      case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
      case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
      default: .plain
      }
    let bytes = UnsafeBufferPointer(start: text, count: length)
    self.init(String(decoding: bytes, as: UTF8.self), style: style)
  }
}

extension Location {
  /// libyaml counts lines and columns from 0.
  fileprivate init(file: String, _ mark: yaml_mark_t) {
    self.init(file: file, line: mark.line + 1, column: mark.column + 1)
  }
}
