import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The layout of cells on blog.krugazor.eu.
public struct BlogCellsPreset: Preset {
  public init() {}

  public static let manual = Manual<Self>(
    "blog-cells",
    "Cells of a collection view that repel each other around the middle of a view of 300 × 300 px, "
      + "until the total movement is at most 0.3 px. Edges have no effect.",
    source: "The layout on blog.krugazor.eu; as there, cells start at random places in the view")

  public var settings: SettingsNode {
    .layout(
      placement: Uniform { ($0.width, $0.height) = (300, 300) },
      forces: [
        CenterSpring { ($0.stiffness, $0.center) = (0.02, [150, 150]) }, Coulomb { $0.charge = 10 },
      ],
      integrator: Displacement(), repulsion: Exact(),
      stop: [StopAtMovement { $0.threshold = 0.3 }, StopAfterIterations { $0.count = 20_000 }])
  }
}
