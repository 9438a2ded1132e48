import Testing
import ForceLabSettings
import ForceLabYAML

/// A document that uses most of YAML.
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
