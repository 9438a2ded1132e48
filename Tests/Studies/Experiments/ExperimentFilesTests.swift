@testable import ForceLabStudies
import Testing

/// The experiments that come with ForceLab.
@Suite struct ExperimentFilesTests {
  private static let folder = checkout.appending(path: "Experiments").path

  private func files(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".yaml") }.sorted()
  }

  @Test func allExperimentsAreValid() throws {
    // The graphs of the benchmarks take a debug build minutes to make.
    let folders = ["", "/published"] + (isOptimized ? ["/benchmarks"] : [])
    let all = try folders.flatMap { folder in
      try files(in: Self.folder + folder).map { "\(Self.folder)\(folder)/\($0)" }
    }
    #expect(all.count > 10)
    for file in all {
      do throws(InvalidExperiment) {
        let plan = try Plan(path: file, catalog: .standard)
        // A file and its results bear one name, but for a prefix of benchmarks.
        let name = plan.experiment.name.replacing("bench-", with: "")
        #expect(file.hasSuffix("/\(name).yaml"))
      } catch {
        Issue.record("\(error.diagnostics)")
      }
    }
  }

  @Test func theSchemaIsCurrent() throws {
    let schema = try String(contentsOfFile: Self.folder + "/schema.json", encoding: .utf8)
    let catalog = Catalog.standard.withPlugins(beside: Self.folder)
    #expect(schema == Experiment.schema(of: catalog), "`make schema` writes it again")
  }

  @Test(arguments: ["", "/published", "/benchmarks"])
  func everyFileNamesTheSchema(subfolder: String) throws {
    let path = subfolder.isEmpty ? "schema.json" : "../schema.json"
    for file in try files(in: Self.folder + subfolder) {
      let text = try String(contentsOfFile: "\(Self.folder)\(subfolder)/\(file)", encoding: .utf8)
      #expect(text.hasPrefix("# yaml-language-server: $schema=\(path)\n"), "\(file)")
    }
  }

  /// Published claims that are no times hold on every machine, and in every build.
  @Test(arguments: ["blog-means", "blog-layout"] + (isOptimized ? ["blog-parameters"] : []))
  func claimsOfExactNumbersHold(name: String) throws {
    let plan = try Plan(path: "\(Self.folder)/published/\(name).yaml", catalog: .standard)
    let report = try withFolder { folder in
      try Runner(plan).run(
        into: RunFolder(at: folder + "/results"), environment: RunEnvironment(seed: 0))
    }
    #expect(report.published.count > 2 && report.limits.allSatisfy(\.isKept))
    for result in report.published {
      #expect(
        result.holds && (result.verdict == .reproduced || !result.claim.knownDifference.isEmpty),
        "\(result.claim.claim): \(String(describing: result.measured))")
    }
  }
}
