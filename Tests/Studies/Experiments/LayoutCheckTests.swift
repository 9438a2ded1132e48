import Testing

/// What shows only where graph, dimensions and forces meet.
@Suite struct LayoutCheckTests {
  @Test func layoutsInThreeDimensionsHaveThreeAxes() throws {
    let run = try run(
      """
      graph: {ring: 8}
      dimensions: 3
      forces: [many-body, link, {position: {axis: z, target: 40}}, {center: {at: [1, 2, 3]}}]
      stop: {iterations: 20}
      """)
    #expect(run.layouts[1]?.hasPrefix("id,x,y,z\n") == true)
    let layout = try run.layout()
    #expect(layout.count == 8 && layout.allSatisfy { $0.count == 3 })
    #expect(Set(layout.map { $0[2] }).count > 1)
  }

  @Test func aGraphWithDuplicatesHasANote() throws {
    let files = ["graph.edges": "0 1\n1 0\n1 1\n1 2\n"]
    try withFolder(files) { folder in
      let plan = try plan("graph: {file: graph.edges}", in: folder)
      #expect(
        plan.notes.map(\.description) == [
          "\(folder)/graph.edges: note: dropped 1 self loop and 1 duplicate edge"
        ])
    }
    let row = try run("graph: {file: graph.edges}\nstop: {iterations: 1}", files: files).only()
    #expect(row["nodes"] == "3" && row["edges"] == "2")
  }

  @Test func aNoteAboutAMetricHasALocation() throws {
    let notes = try plan("metrics: [stability]").notes
    #expect(!notes.isEmpty && notes.allSatisfy { $0.location != nil })
  }
}
