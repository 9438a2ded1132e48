import ForceLabBodies
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import Foundation

/// Where the layout of a live view comes from.
struct LiveSource {
  /// The experiment file and its folder, the only one that is written to.
  let fileName: String
  let files: ExperimentFolder
  let plan: Plan
  /// The names of the plugins that read files.
  let readers: Set<String>
}

extension LiveSession {
  /// A session with the scene of a trial of a plan, or with the layouts of one trial, or of two side by side.
  ///
  /// Throws a `Diagnostic` if a trial does not exist, or has neither a scene nor a simulation of a layout; and
  /// the errors of the scene, the graph and the placement.
  public convenience init(
    _ plan: Plan, trials numbers: [Int], path: String, catalog: Catalog
  ) throws {
    var layouts: [LiveLayout] = []
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().path
    for number in numbers {
      let (trial, study) = try plan.trial(number)
      if let scene = try InteractiveScene(study, seed: trial.seed) {
        guard numbers.count == 1 else {
          throw Diagnostic("two scenes cannot be shown side by side; omit --beside", at: nil)
        }
        self.init(
          LiveScene(
            scene, plan, trial, fileName: url.lastPathComponent, folder: folder, catalog: catalog),
          catalog: catalog)
        return
      }
      guard let layout = study as? LayoutStudy else {
        throw Diagnostic(
          "`forcelab live` shows layouts and bodies, but the study is '\(type(of: study).page.name)'; use an "
            + "experiment with 'study: layout' or 'study: bodies'",
          at: plan.document["study"]?.location)
      }
      guard layout.isSimulation else {
        throw Diagnostic(
          "trial \(number) has no simulation to run, because its layout is computed by another "
            + "engine; choose one with 'engine: simulation' by --trial",
          at: (plan.document["engine"] ?? plan.document["time-budget"])?.location)
      }
      let running = try RunningLayout(layout, seed: trial.seed, catalog: catalog, folder: folder)
      layouts.append(LiveLayout(running, of: trial))
    }
    // The page draws both with the edges and the names of the first.
    let areAlike = layouts.map(\.running).allSatisfy { [first = layouts[0].running] layout in
      layout.study.dimensions == first.study.dimensions
        && layout.graph.hasSameParts(as: first.graph)
    }
    guard areAlike else {
      throw Diagnostic(
        "the two trials have different graphs or dimensions, so they cannot be moved in step; "
          + "choose two of the same graph", at: nil)
    }
    let source = LiveSource(
      fileName: url.lastPathComponent, files: ExperimentFolder(path: folder), plan: plan,
      readers: ControlSheet.layout.readers(of: catalog))
    self.init(LiveLayouts(source, layouts, catalog: catalog), catalog: catalog)
  }
}
