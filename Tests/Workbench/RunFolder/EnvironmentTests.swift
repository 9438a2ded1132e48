import ForceLabTestSupport
import Foundation
import ForceLabPlugins
import Testing

@testable import ForceLabWorkbench

@Suite struct EnvironmentTests {
  private let environment = RunEnvironment(
    seed: 7, command: ["forcelab", "run"], date: Date(timeIntervalSince1970: 1_700_000_000),
    catalog: .workshop)

  private func json(_ environment: RunEnvironment) throws -> [String: Any] {
    let data = Data(environment.prettyJSON.utf8)
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  @Test func isJSONWithMachineBuildAndRun() throws {
    let json = try json(environment)
    #expect(json["seed"] as? Int == 7)
    #expect(json["command"] as? [String] == ["forcelab", "run"])
    #expect(json["started"] as? String == "2023-11-14T22:13:20Z")
    let facts = [
      "build", "build_flags", "command", "cores", "cpu", "cpu_features", "kernel", "load_before",
      "memory_bytes", "os", "plugins", "processor", "seed", "started", "swift",
    ]
    #expect(Set(facts).isSubset(of: json.keys))
    #expect((json["cores"] as? Int ?? 0) > 0)
    #expect((json["memory_bytes"] as? Int ?? 0) > 1 << 20)
    #expect(json["load_after"] == nil && json["ended"] == nil)
  }

  @Test func theEndAddsOnlyTheTimeAndTheLoad() throws {
    let end = environment.atEnd(Date(timeIntervalSince1970: 1_700_000_060))
    var json = try json(end)
    #expect(json.removeValue(forKey: "ended") as? String == "2023-11-14T22:14:20Z")
    #expect(json.removeValue(forKey: "load_after") as? Double != nil)
    #expect(try json as NSDictionary == self.json(environment) as NSDictionary)
  }

  @Test func jsonRoundTrip() throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let end = environment.atEnd()
    let again = try decoder.decode(RunEnvironment.self, from: Data(end.prettyJSON.utf8))
    #expect(again.prettyJSON == end.prettyJSON)
  }

  /// A saw with a version of its own.
  private struct SecondSaw: Tool {
    static let manual = Manual<Self>("second-saw", "Cuts finer than the first version.", version: 2)
  }

  @Test func namesEveryPluginWithItsVersion() throws {
    let catalog = Catalog.workshop + Catalog([SecondSaw.self])
    let plugins = RunEnvironment(seed: 0, catalog: catalog).plugins
    #expect(plugins.keys.sorted() == Set(catalog.kinds.map(\.name)).sorted())
    for kind in catalog.kinds {
      #expect(plugins[kind.name]?.keys.sorted() == Set(catalog.names(of: kind)).sorted())
    }
    #expect(plugins["tool"]?["saw"] == 1 && plugins["tool"]?["second-saw"] == 2)
  }

  @Test func warnsOnlyOfADebugBuild() {
    #if DEBUG
      #expect(RunEnvironment.warning?.contains("its times mean nothing") == true)
      #expect(environment.build == "debug" && environment.buildFlags.hasPrefix("-c debug"))
    #else
      #expect(RunEnvironment.warning == nil)
      #expect(environment.build == "release" && environment.buildFlags.hasPrefix("-c release"))
    #endif
    #expect((environment.processor == "native") == environment.buildFlags.contains("-march=native"))
  }

  @Test func featuresAreThoseOfArithmetic() {
    let apple = [
      "hw.optional.neon: 1", "hw.optional.arm.FEAT_FP16: 1", "hw.optional.arm.FEAT_SME: 0",
      "hw.optional.AdvSIMD: 1", "hw.optional.floatingpoint: 1", "nonsense",
    ]
    for (text, features) in [
      (
        "fpu vme SSE sse4_2 ht avx2 fma avx512f nx avx2 smep misalignsse",
        ["avx2", "avx512f", "fma", "sse", "sse4_2"]
      ), ("fp asimd evtstrm aes crc32 sve", ["asimd", "sve"]), ("", []),
      (Machine.switches(in: apple), ["advsimd", "feat_fp16", "neon"]),
    ] {
      #expect(Machine.features(in: text) == features)
    }
  }

  #if os(Linux)
    @Test func thisMachineHasAKernelAndFeatures() {
      #expect(environment.kernel.hasPrefix("Linux "))
      #expect(environment.kernel.count > 8)
      #expect(!environment.cpuFeatures.isEmpty)
    }
  #endif

  @Test func aFailedCommandHasNoOutput() {
    #expect(Machine.lines(of: ["sh", "-c", "printf 'a\\nb c\\n'"]) == ["a", "b c"])
    #expect(Machine.lines(of: ["sh", "-c", "echo a; exit 1"]) == nil)
    #expect(Machine.lines(of: ["no-such-command-at-all"]) == nil)
  }

  @Test func recordsTheCommitAndWhetherFilesDiffer() throws {
    try withFolder { folder in
      func git(_ arguments: String) -> [String]? {
        Machine.lines(
          of: ["sh", "-c", "cd '\(folder)' && git -c user.name=a -c user.email=a@b \(arguments)"])
      }
      try #require(git("init -q") != nil)
      try "a".write(toFile: folder + "/a", atomically: true, encoding: .utf8)
      try #require(git("add a") != nil && git("commit -qm a") != nil)
      try "b".write(toFile: folder + "/b", atomically: true, encoding: .utf8)
      var revision = Revision(of: folder)
      #expect(revision.commit == git("rev-parse HEAD")?.first && revision.commit?.count == 40)
      #expect(revision.isDirty == false)
      try "b".write(toFile: folder + "/a", atomically: true, encoding: .utf8)
      revision = Revision(of: folder)
      #expect(revision.isDirty == true)
      // Programs of the repository, which somebody may have sent, are not run.
      for setting in ["core.fsmonitor", "filter.x.clean"] {
        try "a filter=x".write(
          toFile: folder + "/.gitattributes", atomically: true, encoding: .utf8)
        try #require(git("config \(setting) 'touch \(folder)/started; cat'") != nil)
        try #require(git("-c core.fsmonitor=false update-index --really-refresh; true") != nil)
        try? FileManager.default.removeItem(atPath: folder + "/started")
        try "c".write(toFile: folder + "/a", atomically: true, encoding: .utf8)
        #expect(Revision(of: folder).isDirty == (setting == "core.fsmonitor" ? true : nil))
        #expect(!FileManager.default.fileExists(atPath: folder + "/started"))
      }
    }
  }

  @Test func outsideARepositoryThereIsNoCommit() throws {
    try withFolder { folder in
      let revision = Revision(of: folder)
      #expect(revision.commit == nil && revision.isDirty == nil)
    }
  }
}
