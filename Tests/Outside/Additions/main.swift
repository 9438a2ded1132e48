import ForceLabKit
import WindPlugins

Lab.main(
  .standard + [
    Wind.self,
    Nearby.self,
    Creep.self,
    Diagonal.self,
    Wheel.self,
    Stagnation.self,
    LongestEdge.self,
    Pi.self,
    Spread.self,
    Staircase.self,
    RowIndex.self,
    Strips.self,
    Columns.self,
    Round.self,
    Idle.self,
    Rhombus.self,
    Circular.self,
    Neighbors.self,
    Valley.self,
    ElasticRope.self,
    Fast.self,
    Reverse.self,
    Shake.self,
    Rightmost.self,
    Stacked.self,
    Crash.self,
    UntilInterrupted.self,
  ],
  commands: [
    Kinds.self
  ],
  charts: [
    LongestEdgeChart()
  ])
