import ForceLabCYAML
import ForceLabSettings

/// libyaml's emitter into memory; all of its unsafety stands here.
struct EventWriter: ~Copyable {
  enum Style { case block, flow }

  /// Where libyaml's callback puts the text.
  private final class Output {
    var bytes: [UInt8] = []
  }

  private let emitter: UnsafeMutablePointer<yaml_emitter_t>
  private let output = Output()
  /// Only want of memory makes libyaml refuse an event; what comes after it is left out.
  private var isIntact: Bool

  /// A writer of one document, which never breaks a line for its length.
  init() {
    emitter = .allocate(capacity: 1)
    emitter.initialize(to: yaml_emitter_t())
    isIntact = yaml_emitter_initialize(emitter) == 1
    guard isIntact else { return }
    yaml_emitter_set_output(
      emitter,
      { output, bytes, count in
        guard let output else { return 0 }
        Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes
          .append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
        return 1
      }, Unmanaged.passUnretained(output).toOpaque())
    yaml_emitter_set_encoding(emitter, YAML_UTF8_ENCODING)
    yaml_emitter_set_unicode(emitter, 1)
    yaml_emitter_set_width(emitter, -1)
    emit { yaml_stream_start_event_initialize(&$0, YAML_UTF8_ENCODING) }
    emit { yaml_document_start_event_initialize(&$0, nil, nil, nil, 1) }
  }

  deinit {
    yaml_emitter_delete(emitter)
    emitter.deallocate()
  }

  mutating func beginSequence(_ style: Style) {
    let style = style == .flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE
    emit { yaml_sequence_start_event_initialize(&$0, nil, nil, 1, style) }
  }

  mutating func endSequence() { emit { yaml_sequence_end_event_initialize(&$0) } }

  mutating func beginMapping(_ style: Style) {
    let style = style == .flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE
    emit { yaml_mapping_start_event_initialize(&$0, nil, nil, 1, style) }
  }

  mutating func endMapping() { emit { yaml_mapping_end_event_initialize(&$0) } }

  mutating func scalar(_ text: String, style: yaml_scalar_style_t) {
    // The terminating NUL is not written; it keeps the pointer of an empty text from being null.
    var bytes = Array(text.utf8) + [0]
    let count = Int32(clamping: bytes.count - 1)
    emit { event in
      bytes.withUnsafeMutableBufferPointer {
        yaml_scalar_event_initialize(&event, nil, nil, $0.baseAddress, count, 1, 1, style)
      }
    }
  }

  /// The text of the document.
  consuming func finished() -> String {
    emit { yaml_document_end_event_initialize(&$0, 1) }
    emit { yaml_stream_end_event_initialize(&$0) }
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private mutating func emit(_ initialize: (inout yaml_event_t) -> Int32) {
    guard isIntact else { return }
    var event = yaml_event_t()
    // libyaml takes the event over and deletes it, even when it fails.
    isIntact = initialize(&event) == 1 && yaml_emitter_emit(emitter, &event) == 1
    assert(isIntact, "libyaml has no memory left")
  }
}
