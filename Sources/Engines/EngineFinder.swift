import Foundation

/// Where manifests are looked for.
package enum EngineFinder {
  /// The folders, in this order: that of the experiment, `Engines` in it, in the three folders above it
  /// and in the working folder, and those of the environment variable FORCELAB_ENGINES.
  package static func folders(beside folder: String) -> [String] {
    let variable = ProcessInfo.processInfo.environment["FORCELAB_ENGINES"] ?? ""
    return [folder] + (0...3).map { folder + String(repeating: "/..", count: $0) + "/Engines" }
      + ["Engines"] + variable.split(separator: ":").map(String.init)
  }

  /// The paths of all manifests, sorted by name in each folder. Of two with one name, the first counts.
  package static func manifests(beside folder: String) -> [String] {
    var names: Set<String> = []
    return folders(beside: folder).flatMap { folder in
      // Most of these folders do not exist.
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.filter { $0.hasSuffix(EngineManifest.suffix) }.sorted().map {
        folder == "." ? $0 : "\(folder)/\($0)"
      }
    }.filter { names.insert(EngineManifest.name(of: $0)).inserted }
  }
}
