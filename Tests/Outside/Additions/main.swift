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
    Crash.self,
  ],
  commands: [
    Kinds.self
  ],
  charts: [
    LongestEdgeChart()
  ])
