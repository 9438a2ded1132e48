import ForceLabPlugins
import ForceLabWorkbench

// The attachments of a scene.
extension BodyScene {
  mutating func addConnections(of study: BodiesStudy, _ problems: inout [any Error]) {
    for (index, attachment) in study.attachments.enumerated() {
      problems += errors(below: "attachments.\(index)") {
        connections.append(try connection(attachment))
      }
    }
  }

  private func connection(_ attachment: Attachment) throws(ParameterError) -> Connection {
    guard let joint = attachment.joint.first else {
      throw ParameterError(
        "the attachment has no joint; add one, as in spring: {length: 50, frequency: 2}")
    }
    let body = try only(attachment.body, "body")
    let other = attachment.other.isEmpty ? nil : try only(attachment.other, "other")
    guard body != other else {
      throw ParameterError("a body cannot be attached to itself", parameter: "other")
    }
    guard bodies[body].isMovable || other.map({ bodies[$0].isMovable }) == true else {
      throw ParameterError(
        other == nil
          ? "the body is anchored, so the attachment has no effect; remove one of the two"
          : "both bodies are anchored, so the attachment has no effect; remove it",
        parameter: "body")
    }
    let link = link(attachment, joint, body, other)
    let constraints: [Constraint]
    do {
      constraints = try joint.constraints(on: link)
    } catch {
      throw ParameterError(
        error.message, parameter: error.parameter.map { "\(joint.name).\($0)" } ?? joint.name)
    }
    return Connection(
      body: body, other: other, link: link, constraints: constraints,
      collides: attachment.collides ?? (other == nil || !joint.isAtOnePoint))
  }

  /// The ends: both at the anchor, if there is one, for a joint at one point.
  private func link(_ attachment: Attachment, _ joint: any Joint, _ body: Int, _ other: Int?)
    -> JointEnds
  {
    func place(_ point: [Double], of number: Int) -> Vector {
      bodies[number].start.scene(bodies[number].origin + Vector(point))
    }
    let anchor = attachment.anchor.isEmpty ? nil : Vector(attachment.anchor)
    let isHere = joint.isAtOnePoint && attachment.point.isEmpty
    let start = isHere ? anchor ?? place([], of: body) : place(attachment.point, of: body)
    let end =
      anchor
      ?? (joint.isAtOnePoint && attachment.otherPoint.isEmpty
        ? start : other.map { place(attachment.otherPoint, of: $0) } ?? start)
    let masses = ([body] + [other].compactMap { $0 }).map { bodies[$0] }.filter(\.isMovable)
    return JointEnds(start: start, end: end, reducedMass: 1 / masses.reduce(0) { $0 + 1 / $1.mass })
  }

  /// The only body that is called `name`.
  private func only(_ name: String, _ parameter: String) throws(ParameterError) -> Int {
    try check(name, parameter)
    guard let number = numbers(of: name).first, numbers(of: name).count == 1 else {
      throw ParameterError(
        "'\(name)' is more than one body; name one of them, such as '\(name)-1'",
        parameter: parameter)
    }
    return number
  }
}
