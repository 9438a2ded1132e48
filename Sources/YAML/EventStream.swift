import ForceLabCYAML
import ForceLabSettings

/// An event of libyaml's parser, in Swift memory.
struct Event {
  enum Kind {
    case documentStart
    case alias(String)
    case scalar(Scalar, anchor: String?, tag: String?)
    case sequenceStart(anchor: String?, tag: String?)
    case mappingStart(anchor: String?, tag: String?)
    case collectionEnd
  }

  var kind: Kind
  var location: Location
}

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

  mutating func next() throws(Diagnostic) -> Event? {
    while true {
      var event = yaml_event_t()
      guard isReady, yaml_parser_parse(parser, &event) == 1 else { throw failure() }
      defer { yaml_event_delete(&event) }
      let location = Location(file: file, event.start_mark)
      switch event.type {
      case YAML_NO_EVENT, YAML_STREAM_END_EVENT: return nil
      case YAML_STREAM_START_EVENT, YAML_DOCUMENT_END_EVENT: continue
      default:
        hasDocument = true
        return Event(kind: Self.kind(of: event), location: location)
      }
    }
  }

  private static func kind(of event: yaml_event_t) -> Event.Kind {
    switch event.type {
    case YAML_ALIAS_EVENT: return .alias(string(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      let data = event.data.scalar
      let text = String(
        decoding: UnsafeBufferPointer(start: data.value, count: data.length), as: UTF8.self)
      let style: Scalar.Style =
        switch data.style {
        case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
        case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
        default: .plain
        }
      return .scalar(Scalar(text, style: style), anchor: string(data.anchor), tag: string(data.tag))
    case YAML_SEQUENCE_START_EVENT:
      let data = event.data.sequence_start
      return .sequenceStart(anchor: string(data.anchor), tag: string(data.tag))
    case YAML_MAPPING_START_EVENT:
      let data = event.data.mapping_start
      return .mappingStart(anchor: string(data.anchor), tag: string(data.tag))
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    default: return .collectionEnd
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
    if state.error == YAML_READER_ERROR {
      return encodingProblem(in: input, file: file)
    }
    let location = Location(file: file, state.problem_mark)
    let problem = SyntaxProblem(
      problem: String(cString: text), context: state.context.map { String(cString: $0) },
      location: location, contextLocation: Location(file: file, state.context_mark),
      surroundings: Surroundings(of: location, in: input), hasDocument: hasDocument,
      character: state.buffer.pointer.map { Character(Unicode.Scalar($0.pointee)) })
    return problem.diagnostic
  }
}

extension Location {
  /// libyaml counts lines and columns from 0.
  fileprivate init(file: String, _ mark: yaml_mark_t) {
    self.init(file: file, line: mark.line + 1, column: mark.column + 1)
  }
}
