import ForceLabPlugins

extension Catalog {
  public static let bodies = Catalog([
    BodiesStudy.self,
    RectangleShape.self, EllipseShape.self, PathShape.self, GroupShape.self,
    SingleFormation.self, Pile.self, Pyramid.self, RandomFormation.self, LayoutFormation.self,
    SegmentBoundary.self, PathBoundary.self,
    SpringJoint.self, LimitJoint.self, FixedJoint.self, PinJoint.self, SlidingJoint.self,
    Leaves.self, Touches.self, Passes.self, Settles.self,
    EndAction.self, CountAction.self, ResetAction.self, SetAction.self,
  ])
}
