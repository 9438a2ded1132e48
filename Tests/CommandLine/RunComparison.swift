import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

/// A CSV file without times and without columns that depend on the machine and concurrent trials.
func timeless(_ text: String) throws -> [[String]] {
  let csv = try CSV<Named>(string: text)
  let kept = csv.header.filter {
    !$0.contains("_ns") && !$0.contains("_seconds") && $0 != "contended"
      && $0 != "host"
  }
  return [kept] + csv.rows.map { row in kept.map { row[$0] ?? "?" } }
}

/// Expects that the folders of two runs are equal, byte by byte, except for times.
func expectSameRuns(
  _ a: String, _ b: String, in place: Workplace, _ comment: String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let names = try place.names(in: a)
  #expect(try place.names(in: b) == names, "\(comment)", sourceLocation: sourceLocation)
  for name in ["trials.csv", "samples.csv", "summary.csv"] {
    let tables = try [a, b].map { try timeless(place.text(of: "\($0)/\(name)")) }
    #expect(tables[0] == tables[1], "\(name) \(comment)", sourceLocation: sourceLocation)
  }
  let layouts = try place.names(in: a + "/layouts")
  #expect(try place.names(in: b + "/layouts") == layouts, sourceLocation: sourceLocation)
  for name in layouts.map({ "layouts/\($0)" }) + ["experiment.yaml"] {
    let texts = try [a, b].map { try place.text(of: "\($0)/\(name)") }
    #expect(texts[0] == texts[1], "\(name) \(comment)", sourceLocation: sourceLocation)
  }
}

/// For a shell: the program whose calls of the system fail as `FORCELAB_FAULT` says.
let faultyProgram = "\"$(dirname \"$FORCELAB\")/faulty-forcelab\""
