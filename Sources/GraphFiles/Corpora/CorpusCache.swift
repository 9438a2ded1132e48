import ForceLabFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Where `forcelab corpus get` keeps collections of graphs: a folder for each, with a corpus file and the files that it
/// names.
package enum CorpusCache {
  package static let corpusFile = "corpus.yaml"

  package static var folder: String { cacheFolder + "/" + part }
  private static let part = "corpora"

  package static func folder(of collection: String) -> String { folder + "/" + collection }

  /// The folder of files that are not complete, below that of the file.
  package static let incoming = ".incoming"

  /// How to replace `file`, which is damaged.
  static func advice(for file: String) -> String {
    let parts = file.dropFirst(folder.count).split(separator: "/")
    guard file.hasPrefix(folder + "/"), let name = parts.first, !parts.contains(incoming[...])
    else { return "download it again" }
    return "run `\(Diagnostic.program) corpus get \(name)` again with --fresh"
  }

  /// The corpus file of the collection `name`, in the folder `corpora` of an experiment's folder or in that of the user;
  /// nil if it is not there.
  package static func path(of name: String, beside folder: String? = nil) -> String? {
    guard GraphNames.isName(name), name.first != "." else { return nil }
    let own = folder.flatMap { beside -> (written: String, path: String)? in
      let written = "\(part)/\(name)/\(corpusFile)"
      return (written, beside == "." ? written : "\(beside)/\(written)")
    }
    if let own, FileManager.default.fileExists(atPath: own.path) { return own.written }
    let path = self.folder(of: name) + "/" + corpusFile
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  /// The graphs in the file at `path`, each read whole, on all processors. Throws the first error of the file, or a
  /// `Diagnostic` if it is a page of the web instead of graphs.
  package static func graphs(in path: String) throws -> [Graph] {
    let file = FileReference(path)
    let start = try fileBytes(at: path, limit: 1 << 30, location: Location(file: path)).prefix(200)
    let text = String(decoding: start, as: UTF8.self).lowercased().drop(while: \.isWhitespace)
    if text.hasPrefix("<!doctype html") || text.hasPrefix("<html") {
      throw Diagnostic("this is a web page, not a graph", at: Location(file: path))
    }
    let members = Archive.graphs(in: file)
    let read = concurrently(members.count) { index -> Result<Graph, any Error> in
      Result {
        var source = FileSource()
        (source.path, source.member) = (file, members[index] ?? "")
        return try source.graph()
      }
    }
    return try read.map { try $0.get() }
  }
}
