import ForceLabPlugins

extension Catalog {
  public static let mechanics = Catalog([
    Phyllotaxis.self, Uniform.self, Clusters.self, CirclePlacement.self,
    Multilevel.self, StressPlacement.self, PivotMDS.self, AnnealingPlacement.self,
    BackbonePlacement.self,
    CenterSpring.self, Coulomb.self,
    ManyBody.self, LinkForce.self, Center.self, Collide.self, Position.self, Radial.self,
    PairPower.self, LinkPower.self, GravityWell.self, Drag.self, JiggleForce.self,
    DistanceSprings.self, MaxentStress.self, Flow.self,
    LinearGravity.self, RadialGravity.self, VelocityField.self, Vortex.self, SpringField.self,
    DragField.self, NoiseField.self, TurbulenceField.self, ElectricField.self, MagneticField.self,
    Displacement.self, Verlet.self, VelocityVerlet.self, RungeKutta4.self,
    Cooling.self, Adaptive.self, AdaptiveSpeed.self, FIRE.self,
    Exact.self, KDTree.self, BarnesHut.self, GridRepulsion.self,
    FastMultipole.self, Sampled.self, Reuse.self, Automatic.self,
    StopAfterIterations.self, StopAtMovement.self, StopAtAlpha.self, StopAtEnergy.self,
    StopWhenConverged.self,
  ])
}
