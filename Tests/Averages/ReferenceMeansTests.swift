import ForceLabAverages
import Testing

@Suite("Reference means")
struct ReferenceMeansTests {
  @Test(arguments: ReferenceMean.all)
  func holds(_ reference: ReferenceMean) {
    #expect(reference.actual == reference.expected, "\(reference.title)")
    #expect(reference.holds)
  }

  @Test func aWrongExpectedValueFails() {
    let wrong = ReferenceMean("wrong", [1, 3], .exact, expected: 3)
    #expect(wrong.actual == 2)
    #expect(!wrong.holds)
  }

  @Test func titlesAreUnique() {
    #expect(Set(ReferenceMean.all.map(\.title)).count == ReferenceMean.all.count)
  }

  @Test func everyMethodHasReferences() {
    #expect(Set(ReferenceMean.all.map(\.method)) == Set(MeanMethod.allCases))
  }

  @Test func theBlogNumbersHaveTheirSum() throws {
    let blog = try #require(ReferenceMean.all.first)
    let sum = blog.values.reduce(Int128(0)) { $0 + Int128($1) }
    #expect(blog.values.count == 20)
    #expect(sum == 104_431_553_833_601_057_431)
  }

  @Test func theBlogMeansAreThePublishedOnes() {
    let blog = ReferenceMean.all.prefix(4)
    #expect(blog.map(\.method) == [.rolling, .rolling, .rolling, .exact])
    #expect(
      blog.map(\.actual) == [
        5_221_577_691_680_052_740, 5_221_577_691_680_052_740,
        5_221_577_691_680_052_702, 5_221_577_691_680_052_872,
      ])
  }

  @Test func methodsAreNamedAndCallTheirFunctions() {
    #expect(MeanMethod.allCases.map(\.rawValue) == ["rolling", "exact"])
    #expect(MeanMethod(rawValue: "rolling")?.mean(of: [222, 223]) == 222)
    #expect(MeanMethod(rawValue: "exact")?.mean(of: [222, 223]) == 223)
  }
}
