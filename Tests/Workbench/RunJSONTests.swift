import Foundation
import Testing

@testable import ForceLabWorkbench

/// The JSON of runs.
struct RunJSONTests {
  private struct Values: Codable {
    var firstOnes = [1.5, .infinity, -.infinity, .nan]
  }

  @Test func everyNumberCanBeReadAgain() throws {
    let values = Values()
    let read = try [
      #require(Values(runJSON: Data(values.prettyJSON.utf8))),
      #require(Values(json: Data(values.plainJSON.utf8))),
    ]
    for value in read {
      #expect(Array(value.firstOnes.dropLast()) == [1.5, .infinity, -.infinity])
      #expect(value.firstOnes.last?.isNaN == true)
    }
  }
}
