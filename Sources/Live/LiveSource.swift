import ForceLabBodies
import ForceLabPlugins
import ForceLabSettings
import ForceLabStudies
import ForceLabWorkbench
import Foundation

/// The experiment of a live view, and what pages can change of it.
struct LiveSource {
  /// The experiment file and its folder, the only one that is written to.
  let fileName: String
  let files: ExperimentFolder
  let plan: Plan
  let catalog: Catalog
  let sheet: ControlSheet
  /// The names of the plugins that read files.
  let readers: Set<String>

  init(_ plan: Plan, path: String, _ sheet: ControlSheet, catalog: Catalog) {
    let url = URL(fileURLWithPath: path)
    fileName = url.lastPathComponent
    files = ExperimentFolder(path: url.deletingLastPathComponent().path)
    (self.plan, self.sheet, self.catalog) = (plan, sheet, catalog)
    readers = sheet.readers(of: catalog)
  }

  /// Throws the first error if `experiment` is not possible.
  func checkedPlan(
    of experiment: SettingsNode, _ overrides: [Override] = []
  ) throws(ParameterError) -> Plan {
    do throws(InvalidExperiment) {
      return try Plan(
        document: experiment, folder: files.path, overrides: overrides, catalog: catalog)
    } catch {
      let first = error.diagnostics.first { $0.severity == .error }
      throw ParameterError(first?.message ?? "the value is not possible")
    }
  }
}

extension LiveSession {
  /// A session with the scene of a trial of a plan, or with the layouts of one trial, or of two side by side.
  ///
  /// Throws a `Diagnostic` if a trial does not exist, or has neither a scene nor a simulation of a layout; and
  /// the errors of the scene, the graph and the placement.
  public convenience init(
    _ plan: Plan, trials numbers: [Int], path: String, catalog: Catalog
  ) throws {
    let source = LiveSource(plan, path: path, .layout, catalog: catalog)
    var layouts: [LiveLayout] = []
    for number in numbers {
      let (trial, study) = try plan.trial(number)
      if let bodies = study as? BodiesStudy {
        guard numbers.count == 1 else {
          throw Diagnostic("two scenes cannot be shown side by side; omit --beside", at: nil)
        }
        let source = LiveSource(plan, path: path, .scene, catalog: catalog)
        self.init(try LiveScene(source, bodies, trial))
        return
      }
      guard let layout = study as? LayoutStudy else {
        throw Diagnostic(
          "`\(Diagnostic.program) live` shows layouts and bodies, but the study is "
            + "'\(type(of: study).page.name)'; use an experiment with 'study: layout' or 'study: bodies'",
          at: plan.document["study"]?.location)
      }
      guard layout.isSimulation else {
        throw Diagnostic(
          "trial \(number) has no simulation to run, because its layout is computed by another "
            + "engine; choose one with 'engine: simulation' by --trial",
          at: (plan.document["engine"] ?? plan.document["time-budget"])?.location)
      }
      let running = try RunningLayout(
        layout, seed: trial.seed, catalog: catalog, folder: source.files.path)
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
    self.init(LiveLayouts(source, layouts))
  }
}
