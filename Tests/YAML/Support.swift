import Testing
import ForceLabSettings
import ForceLabYAML

/// The node that `text` holds, or a failure of the test.
func node(_ text: String) throws -> SettingsNode { try YAMLDocument.parse(text, file: "test.yaml") }

/// The scalar of `text`, or a failure of the test.
func scalar(_ text: String) throws -> Scalar { try #require(try node(text).scalar) }

/// What is wrong with `bytes`; nil if nothing is.
func problem(in bytes: [UInt8], limits: YAMLDocument.Limits = .standard) -> Diagnostic? {
  do throws(Diagnostic) {
    _ = try YAMLDocument.parse(bytes: bytes, file: "test.yaml", limits: limits)
    return nil
  } catch {
    return error
  }
}

/// What is wrong with `text`; nil if nothing is.
func problem(in text: String, limits: YAMLDocument.Limits = .standard) -> Diagnostic? {
  problem(in: Array(text.utf8), limits: limits)
}

/// Expects a problem at a place whose one-line message holds `gist` and says what to do.
func expect(
  _ problem: Diagnostic?, at line: Int, _ column: Int, says gist: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    problem?.location == Location(file: "test.yaml", line: line, column: column),
    sourceLocation: sourceLocation)
  let message = problem?.message ?? ""
  #expect(message.contains(gist), "\(message)", sourceLocation: sourceLocation)
  #expect(message.contains("; "), "no advice in: \(message)", sourceLocation: sourceLocation)
  #expect(message.isOneLine, sourceLocation: sourceLocation)
}

extension String {
  /// Whether no line ends in it.
  var isOneLine: Bool { !contains(where: \.isNewline) }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A document with a bit of everything.
let richSample = """
  %YAML 1.2
  ---
  # An experiment.
  name: strategies
  summary: >
    Three ways to sum
    the repulsion – of Les Misérables.
  "quoted key": 'it''s'
  escapes: "tab\\t, é \\u00e9, 😀 \\U0001F600, line\\
    joined"
  literal: |-
    first
      second

    third
  seed: !!int 42
  text: !!str 42
  limits: [-9223372036854775808, 0x7F, 0o17, 1e5, .5, 5., -.inf, .NaN, ~, TRUE]
  base: &base {strength: -30, theta: 0.9}
  more: &more
    cell: 50
    theta: 1.5
  forces:
    - many-body: {<<: *base, strength: -60}
    - link:
        <<: [*base, *more]
        length: 30
    - center
    -
      - nested
      - [flow, {a: b, c}]
  ? explicit
  : value
  again: *more
  empty:
  ...

  """
