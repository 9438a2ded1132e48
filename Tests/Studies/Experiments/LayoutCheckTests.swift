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

  @Test(
    arguments: errorTable(
      """
      forces: [many-body, {center: {at: [1, 2, 3]}}]
      → 2:35: error: 'at' has 3 coordinates, but the layout has 2 dimensions
      dimensions: 3
      forces: [{center-spring: {center: [1, 2]}}]
      → 3:35: error: 'center' has 2 coordinates, but the layout has 3 dimensions
      forces: [radial: {center: [1]}]
      → 2:27: error: 'center' has 1 coordinates, but the layout has 2 dimensions
      forces: [position, {position: {axis: z}}]
      → 2:38: error: the layout has no axis z; set `dimensions: 3`
      sweep: {grid: {dimensions: [2, 3], forces: [[center: {at: [0, 0]}]]}}
      → 2:59: error: 'at' has 2 coordinates, but the layout has 3 dimensions
      forces: [many-body: {distance-min: 9, distance-max: 3}]
      → 2:36: error: 'distance-min' is 9; it must be at most 'distance-max', 3
      placement: {file: {path: none.csv}}
      → 2:26: error: cannot read the file 'none.csv': no such file; check the path
      forces: [many-body, coulomb]
      repulsion: fmm
      → 3:12: error: 'fmm' needs forces of 1/r at all distances, unlike 'coulomb' with these parameters; use 'kd-tree' or 'barnes-hut'
      forces: [many-body, coulomb]
      dimensions: 3
      repulsion: {fmm: {order: 4}}
      → 4:18: error: 'fmm' works in 2 dimensions only; in 3 use 'kd-tree' or 'barnes-hut'
      forces: [many-body: {distance-max: 90}]
      sweep: {grid: {repulsion: [exact, fmm]}}
      → 3:35: error: 'fmm' needs forces of 1/r at all distances, unlike 'many-body' with these parameters; use 'kd-tree' or 'barnes-hut'
      repulsion: {reuse: {of: fmm}}
      → 2:25: error: 'fmm' has no tree to reuse; use 'kd-tree' or 'barnes-hut'
      forces: [many-body]
      repulsion: sampled
      stop: {energy: {}}
      → 4:16: error: the stop rule 'energy' needs the potential of every force, but 'sampled' computes no potentials of pairwise forces; use 'movement'
      """))
  func errorsInLayoutsHavePlaces(yaml: String, expected: String) throws {
    #expect(try problems(yaml) == ["e.yaml:" + expected])
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
}
