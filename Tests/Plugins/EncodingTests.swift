import ForceLabPlugins
import Testing
import ForceLabSettings

@Suite struct EncodingTests {
  @Test func aPluginIsEncodedWithAllItsParameters() {
    #expect(Diesel().encoded().flowText == "{cylinders: 4, bore: 0.8, stroke: null}")
    #expect(Radio().encoded().flowText == "{}")
  }

  @Test func encodesOnlyChangesIfRequested() {
    var engine = Diesel()
    engine.stroke = 2
    #expect(engine.encoded(changesOnly: true).flowText == "{stroke: 2}")
  }

  @Test func aReferenceHasTheNameAndTheChangedParameters() {
    var engine = Diesel()
    #expect(engine.reference.flowText == "diesel")
    engine.cylinders = 2
    #expect(engine.reference.flowText == "{diesel: {cylinders: 2}}")
  }

  @Test func encodingRoundTrip() throws {
    let yaml = """
      engine: {electric: 230}
      spares: [{diesel: {cylinders: 2}}, steam: {fuel: 'yes'}]
      extras: {heating: 25, radio: }
      doors: 3
      speed: .inf
      open: true
      colour: dark-blue
      plate: '12'
      loads: [0.1, 1e300]
      handbook: 'a: b'
      owners: [{name: 'null', age: 40}]
      """
    let first = try car(yaml)
    let text = first.encoded().flowText
    #expect(try car(text).encoded().flowText == text)
    #expect(
      text == "{engine: {electric: {volts: 230}}, "
        + "spares: [{diesel: {cylinders: 2}}, {steam: {fuel: yes}}], "
        + "extras: {heating: {degrees: 25}, radio: {}}, doors: 3, speed: .inf, open: true, "
        + "colour: dark-blue, plate: '12', loads: [0.1, 1e+300], handbook: 'a: b', "
        + "owners: [{name: 'null', age: 40}]}")
  }
}
