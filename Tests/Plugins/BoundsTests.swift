import ForceLabPlugins
import Testing

@Suite struct BoundsTests {
  @Test func containTheirEndsUnlessExcluded() {
    #expect(Bounds(0.0...).contains(0) && !Bounds(0.0...).contains(-Double.leastNonzeroMagnitude))
    #expect(Bounds(...2.0).contains(2) && !Bounds(...2.0).contains(2.0.nextUp))
    #expect(!Bounds(above: 0).contains(0) && Bounds(above: 0).contains(.leastNonzeroMagnitude))
    #expect(Bounds(1...3).contains(1) && Bounds(1...3).contains(3) && !Bounds(1...3).contains(4))
  }

  @Test func containInfinityOnlyIfAllowed() {
    for bounds in [Bounds.finite, Bounds(0.0...), Bounds(above: 0), Bounds(1...)] {
      #expect(!bounds.contains(.infinity) && bounds.contains(.greatestFiniteMagnitude))
    }
    #expect(Bounds(0.0...(.infinity)).contains(.infinity))
    #expect(!Bounds(0.0...(.infinity)).contains(-.infinity))
    #expect(Bounds(above: 0, allowsInfinity: true).contains(.infinity))
  }

  @Test func doNotContainNaN() {
    for bounds in [Bounds.finite, Bounds(0.0...), Bounds(0.0...(.infinity)), Bounds(1...3)] {
      #expect(!bounds.contains(.nan))
    }
  }

  @Test func describeThemselves() {
    #expect("\(Bounds.finite)" == "any finite number")
    #expect("\(Bounds(0.0...))" == "0 or more")
    #expect("\(Bounds(...0.5))" == "0.5 or less")
    #expect("\(Bounds(above: -1))" == "more than -1")
    #expect("\(Bounds(0.0...1.0))" == "0 to 1")
    #expect("\(Bounds(2...3))" == "2 to 3")
    #expect("\(Bounds(0.0...(.infinity)))" == "0 or more")
  }

  @Test func numbersAreWrittenInTheirShortestForm() {
    #expect(30.0.shortText == "30" && (-0.1).shortText == "-0.1" && 1e300.shortText == "1e+300")
    #expect(Double.infinity.shortText == ".inf" && (-Double.infinity).shortText == "-.inf")
    #expect(Double.nan.shortText == ".nan" && (-0.0).shortText == "-0.0")
    #expect((0.1 + 0.2).shortText == "0.30000000000000004")
    #expect(1e15.shortText == "1000000000000000" && 1e17.shortText == "1e+17")
    #expect((-0x1p53).shortText == "-9007199254740992")
  }
}
