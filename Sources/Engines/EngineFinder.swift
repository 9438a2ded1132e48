import ForceLabFiles
import ForceLabPlugins
import Foundation

/// Where manifests are looked for.
package enum EngineFinder {
  /// A manifest, and whether the user has named its folder in FORCELAB_ENGINES or it comes with the program.
  package struct Manifest {
    package let path: String
    package let isExplicit: Bool

    /// Why the engine must not be started: others could have written what it runs.
    package func problem(_ files: [String]) -> String? {
      isExplicit ? nil : files.lazy.compactMap { ownershipProblem(ofFile: $0) }.first
    }
  }

  /// All manifests, sorted by name in each folder. Of two with one name, the first counts. Who can write to the
  /// folder `Engines` of the program can change the program, too.
  package static func manifests(beside folder: String) -> [Manifest] {
    let variable = ProcessInfo.processInfo.environment["FORCELAB_ENGINES"] ?? ""
    let named = variable.split(separator: ":").map(String.init)
    let local = [folder] + projectFolders(around: folder).map { $0 + "/Engines" } + ["Engines"]
    let program = programFolder("Engines")
    let own = program.map(physicalPath)
    let folders =
      named.map { ($0, true) }
      + local.map { ($0, own == physicalPath($0)) }
      + (program.map { [($0, true)] } ?? [])
    return folders.flatMap { folder, isExplicit in
      // Most of these folders do not exist.
      let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return files.filter { $0.hasSuffix(EngineManifest.suffix) }.sorted().map {
        Manifest(path: folder == "." ? $0 : "\(folder)/\($0)", isExplicit: isExplicit)
      }
    }.uniqued { EngineManifest.name(of: $0.path) }
  }

  /// `folder` and those above it up to the root of the project, which has `.git` or `forcelab.yaml`. Only
  /// `folder` if there is none before a folder that others can write to.
  static func projectFolders(around folder: String) -> [String] {
    var folders = [folder]
    for _ in 0..<64 {
      let last = folders[folders.count - 1]
      if [".git", "forcelab.yaml"].contains(where: {
        FileManager.default.fileExists(atPath: "\(last)/\($0)")
      }) {
        return folders
      }
      let next = last + "/.."
      if ownershipProblem(of: next) != nil { break }
      folders.append(next)
    }
    return [folder]
  }
}
