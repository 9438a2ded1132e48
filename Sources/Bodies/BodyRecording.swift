import ForceLabPlugins

struct BodyRecording: Record {
  enum Kept: String, Choice {
    case final, all, none
  }

  var every: Int?
  var motion = Kept.final
  var contacts = 10_000
  var frames = 0

  static let manual = Manual<Self>(
    "record-bodies", "What is recorded of a scene.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000_000), unit: "steps",
        "Steps between records of energies and contacts. The last one is always recorded.",
        defaultDescription: "so that there are about 200"),
      Parameter(
        "motion", \.motion,
        "Positions, angles and velocities in motion/TRIAL.csv: at the end, in all records, or never."
      ),
      Parameter(
        "contacts", \.contacts, within: Bounds(0...10_000_000),
        "Maximum number of contacts in contacts/TRIAL.csv; 0 for no file."),
      Parameter(
        "frames", \.frames, within: Bounds(0...10_000),
        "Maximum number of frames for the player in the report: at least 2, or 0 for none. They are "
          + "taken from the first trial of each configuration, evenly spaced over its steps."),
    ])

  func check() throws(ParameterError) {
    guard frames != 1 else {
      throw ParameterError(
        "a run has at least two frames, its start and its end; use 0, or 2 or more",
        parameter: "frames")
    }
  }

  /// The maximum numbers of rows of motion and of points in all frames of a trial, which are in memory.
  private static let (maxRowCount, maxPointCount) = (5_000_000, 50_000_000)

  /// Throws if what is kept of `scene` with a number of records would not fit into memory.
  func check(_ scene: BodyScene, records: Int) throws(ParameterError) {
    let rows = records * scene.bodies.count
    guard motion != .all || rows <= Self.maxRowCount else {
      throw ParameterError(
        "'motion: all' gives \(rows) rows, more than \(Self.maxRowCount); increase 'every'",
        parameter: "motion")
    }
    guard frames > 0 else { return }
    let points = frames * SceneDrawing(scene).pointCount
    guard points <= Self.maxPointCount else {
      throw ParameterError(
        "\(frames) frames have \(points) corners, more than \(Self.maxPointCount); use fewer frames",
        parameter: "frames")
    }
  }
}
