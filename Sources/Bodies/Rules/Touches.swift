import ForceLabPlugins

public struct Touches: Condition {
  public var body = ""
  public var other = ""
  public var impulse = 0.0

  public init() {}

  public static let manual = Manual<Self>(
    "touches", "A body comes in contact with another one or with a boundary.",
    parameters: [
      Parameter("body", \.body, "Name of the body or bodies.", isRequired: true, example: "ball"),
      Parameter(
        "other", \.other, "Name of the other body or of the boundary.",
        defaultDescription: "any"),
      Parameter(
        "impulse", \.impulse, in: 0..., unit: "mass·pt/s",
        "Minimum impulse of the first step of the contact."),
    ])

  public func check(in scene: BodyScene) throws(ParameterError) {
    try scene.check(body, "body")
    if !other.isEmpty { try scene.check(other, "other", orBoundary: true) }
  }

  public func happens(in running: RunningScene) -> Bool {
    running.contacts.contains { contact in
      contact.impulse >= impulse
        && (names(body, contact.first, running) && names(other, contact.second, running)
          || names(body, contact.second, running) && names(other, contact.first, running))
    }
  }

  private func names(_ name: String, _ partner: Contact.Partner, _ running: RunningScene) -> Bool {
    switch partner {
    case .body(let number): name.isEmpty || running.scene.names(name, number)
    case .boundary(let label): name.isEmpty || name == label
    }
  }
}
