import ForceLabSettings
import Foundation

/// The texts of a bundle: an archive of runs that others can read, cite and run again.
package struct RunBundle {
  /// The run folders in the bundle, by name.
  package var runs: [(name: String, run: RunReader)] = []
  /// The manifests of engines, by name.
  package var engines: [String: String] = [:]
  package var authors: [String] = []
  /// An identifier of SPDX; nil if it is not stated.
  package var license: String?
  package var version = ""

  package init() {}

  /// Folders of the bundle end with a slash.
  package static func folder(of run: String) -> String { "runs/\(run)/" }
  package static let script = "reproduce.sh"
  private static let metadata = "ro-crate-metadata.json"

  package var files: [String: String] {
    var files = Dictionary(uniqueKeysWithValues: engines.map { ("engines/\($0)", $1) })
    files["README.md"] = readme
    files["CITATION.cff"] = citation
    files[Self.script] = scriptText
    files[Self.metadata] = crate
    return files
  }

  private var title: String {
    "Experiments with graph layout: " + runs.map(\.name).joined(separator: ", ")
  }

  private var summary: String {
    let texts = runs.map { name, run in "\(name): \(run.summary ?? "no summary")" }
    return "Runs of ForceLab with their inputs and results. " + texts.joined(separator: " ")
  }

  /// The day on which the last run ended.
  private var date: String {
    let dates = runs.compactMap {
      $0.run.environment.map { ($0.resumed?.last ?? $0).ended ?? $0.started }
    }
    return String((dates.max() ?? "1980-01-01").prefix(10))
  }

  private var works: [String] { runs.flatMap { $0.run.environment?.citations ?? [] }.uniqued }

  private var readme: String {
    let list = runs.map { name, run in "- `runs/\(name)`: \(run.summary ?? "no summary")" }
    return """
      # \(title)

      \(list.joined(separator: "\n"))

      Each folder is a run of ForceLab \(version), with the experiment
      (`experiment.yaml`), its input files (`inputs`), results (`trials.csv`, `report.html`) and the environment
      (`environment.json`).\(engines.isEmpty ? "" : " `engines` has the manifests of the programs that were compared.")

      With `forcelab` on the PATH, this runs all again into a new folder, and says whether the results are
      equal in all but times:

      ```sh
      sh reproduce.sh NEW-FOLDER
      ```
      \(compared.isEmpty ? "" : "\nSome runs compare two builds. Name the other build in the variable FORCELAB_BASE.\n")
      """
  }

  /// Texts of JSON are texts of YAML, too.
  private var citation: String {
    var text = """
      cff-version: 1.2.0
      message: "If you use these results, please cite them."
      type: dataset
      title: \(title.jsonText)
      abstract: \(summary.jsonText)
      date-released: \(date)
      authors:

      """ + authors.map { "  - name: \($0.jsonText)\n" }.joined()
    if let license { text += "license: \(license.jsonText)\n" }
    if !works.isEmpty { text += "references:\n" }
    for work in works {
      text += """
          - type: generic
            title: \(work.jsonText)
            authors:
              - name: "named in the title"

        """
    }
    return text
  }

  /// Whether `run` compares two builds of the program.
  package static func hasTwoBuilds(_ run: RunReader) -> Bool {
    run.paths.contains(TrialProgram.path)
  }

  /// The names of such runs, each with a blank.
  private var compared: String {
    runs.filter { Self.hasTwoBuilds($0.run) }.map { "\($0.name) " }.joined()
  }

  private var scriptText: String {
    """
    #!/bin/sh
    # Runs all experiments of this bundle again, and compares the results with those of the bundle.
    # Usage: sh reproduce.sh [NEW-FOLDER]
    # FORCELAB is the program, if it is not on the PATH. FORCELAB_BASE is the other build of it, if runs compare two.
    # Exits with 1 if results differ.
    case ${1:-reproduced} in
      /*) new=$1 ;;
      *) new=$PWD/${1:-reproduced} ;;
    esac
    forcelab=${FORCELAB:-forcelab}
    case $forcelab in
      /*) ;;
      */*) forcelab=$PWD/$forcelab ;;
    esac
    compared=" \(compared)"
    if [ "$compared" != " " ]; then
      : "${FORCELAB_BASE:?must name the other build of the program, which these runs need:$compared}"
      case $FORCELAB_BASE in
        /*) ;;
        *) FORCELAB_BASE=$PWD/$FORCELAB_BASE ;;
      esac
    fi
    cd "$(dirname "$0")" || exit 2
    differing=
    for run in runs/*/; do
      name=$(basename "$run")
      set --
      case $compared in
        *" $name "*) set -- --against "$FORCELAB_BASE" ;;
      esac
      # A failed trial is a result, too.
      "$forcelab" run "$run/experiment.yaml" --out "$new/$name" --no-report --quiet "$@" || [ $? -eq 1 ] || exit 2
      "$forcelab" verify "$run" --same-as "$new/$name" || differing="$differing $name"
    done
    if [ -n "$differing" ]; then
      echo "not reproduced:$differing"
      exit 1
    fi
    echo "reproduced: all results are equal but for times"

    """
  }

  /// By version 1.1 of RO-Crate.
  private var crate: String {
    func link(_ id: String) -> [String: Any] { ["@id": id] }
    func links(_ entities: [[String: Any]]) -> [[String: Any]] {
      entities.compactMap { ($0["@id"] as? String).map(link) }
    }
    func entity(
      _ id: String, _ type: String, _ name: String, _ more: [String: Any] = [:]
    ) -> [String: Any] { more.merging(["@id": id, "@type": type, "name": name]) { $1 } }
    let program = entity(
      "#forcelab", "SoftwareApplication", "ForceLab", ["softwareVersion": version])
    let people = authors.enumerated().map { entity("#author-\($0 + 1)", "Person", $1) }
    let cited = works.enumerated().map { entity("#citation-\($0 + 1)", "CreativeWork", $1) }
    let folders = runs.map { name, run in
      entity(
        Self.folder(of: name), "Dataset", name,
        ["description": run.summary ?? "A run of ForceLab."])
    }
    let formats = [
      "yaml": "application/yaml", "csv": "text/csv", "html": "text/html",
      "json": "application/json",
    ]
    var parts = runs.flatMap { name, run in
      ["experiment.yaml", RunTables.trialsName, RunEnvironment.fileName, "report.html"].filter {
        (try? run.files.holds($0)) == true
      }.map { file in
        let format = formats[String(file.split(separator: ".").last ?? "")] ?? "text/plain"
        return entity(
          Self.folder(of: name) + file, "File", "\(file) of \(name)", ["encodingFormat": format])
      }
    }
    for file in (engines.keys.sorted().map { "engines/\($0)" }) + [
      "README.md", "CITATION.cff", Self.script,
    ] {
      parts.append(entity(file, "File", file, ["encodingFormat": "text/plain"]))
    }
    let actions = runs.map { name, run in
      entity(
        "#run-\(name)", "CreateAction", "The run \(name)",
        [
          "instrument": link("#forcelab"),
          "object": link(Self.folder(of: name) + "experiment.yaml"),
          "result": link(Self.folder(of: name)),
          "startTime": run.environment?.started ?? date, "endTime": run.environment?.ended ?? date,
        ])
    }
    let root = entity(
      "./", "Dataset", title,
      [
        "description": summary, "datePublished": date,
        "license": license.map { link("https://spdx.org/licenses/\($0)") as Any }
          ?? "No license is stated. Ask the authors.", "author": links(people),
        "hasPart": links(folders + parts), "citation": links(cited), "mentions": links(actions),
      ])
    let licenses = [license].compactMap { $0 }.map {
      entity("https://spdx.org/licenses/\($0)", "CreativeWork", $0)
    }
    let descriptor: [String: Any] = [
      "@id": Self.metadata, "@type": "CreativeWork", "about": link("./"),
      "conformsTo": link("https://w3id.org/ro/crate/1.1"),
    ]
    let graph =
      [descriptor, root] + people + cited + folders + parts + actions + [program] + licenses
    return jsonText(
      ["@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph], .prettyPrinted) + "\n"
  }
}
