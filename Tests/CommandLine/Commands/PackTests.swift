import ForceLabTestSupport
import Foundation
import Testing

@Suite struct PackTests {
  let place: Workplace

  init() throws {
    place = try Workplace(hasOwnHome: true)
    try place.write("a b\nb c\nc a\nc d\n", to: "graphs/one.edges")
    try place.write(
      """
      name: test
      graph: {file: graphs/one.edges}
      stop: {iterations: 5}
      metrics: [stress]
      sweep: {grid: {repulsion: [exact, kd-tree]}}

      """, to: "test.yaml")
    let run = try place.forcelab("run", "test.yaml", "--out", "run", "--quiet", "--no-report")
    #expect(run.status == 0, "\(run.error)")
  }

  @Test func aBundleRunsAgainElsewhere() throws {
    #expect(try place.forcelab("report", "run").status == 0)
    for name in ["one.tar.gz", "two.tar.gz", "one.zip", "two.zip"] {
      let zone = name.hasPrefix("two") ? "TZ=Asia/Tokyo LANG=de_DE.UTF-8" : "TZ=UTC"
      let pack = try place.shell("\(zone) \"$FORCELAB\" pack run -o \(name)")
      #expect(pack.status == 0 && pack.output == "\(name)\n", "\(pack.error)")
    }
    let again = try place.shell(
      """
      cmp one.tar.gz two.tar.gz && cmp one.zip two.zip && mkdir bundle && tar xzf one.tar.gz -C bundle
      mv graphs hidden; mv run original
      cd / && LANG=de_DE.UTF-8 USER=other sh "$OLDPWD/bundle/reproduce.sh" "$OLDPWD/new"
      """)
    #expect(again.status == 0, "\(again.error)")
    #expect(again.output.contains("equal to"), "\(again.output)")
    #expect(again.output.hasSuffix("reproduced: all results are equal but for times\n"))
    let names = try place.shell("cd bundle && find . -type f | sort").output
    for name in [
      "CITATION.cff", "README.md", "reproduce.sh", "ro-crate-metadata.json",
      "runs/test/environment.json", "runs/test/experiment.yaml", "runs/test/report.html",
      "runs/test/inputs/graphs/one.edges", "runs/test/trials.csv",
    ] {
      #expect(names.contains("./\(name)\n"), "\(name)")
    }
    let crate = try #require(
      try JSONSerialization.jsonObject(
        with: Data(place.text(of: "bundle/ro-crate-metadata.json").utf8)) as? [String: Any])
    let entities = try #require(crate["@graph"] as? [[String: Any]])
    for entity in entities where ["File", "Dataset"].contains(entity["@type"] as? String) {
      #expect(place.has("bundle/\(entity["@id"] as? String ?? "?")"), "\(entity)")
    }
  }

  @Test func oneChangedValueIsNoticed() throws {
    _ = try place.shell(
      "\"$FORCELAB\" pack run -o a.tar.gz; mkdir bundle; tar xzf a.tar.gz -C bundle; cp -r run copy"
    )
    // A drawing is no result.
    #expect(try place.forcelab("draw", "run", "1", "--format", "graphml").status == 0)
    let same = try place.forcelab("verify", "run", "--same-as", "bundle/runs/test")
    #expect(same.status == 0 && same.output.contains("equal to bundle/runs/test"), "\(same.error)")
    let changed = try place.shell(
      """
      sed -i 's/,ok,/,failed,/' bundle/runs/test/trials.csv
      cd "$(dirname "$FORCELAB")"
      FORCELAB=./forcelab sh "$OLDPWD/bundle/reproduce.sh" "$OLDPWD/new"
      """)
    #expect(changed.status == 1)
    #expect(changed.output.contains("changed trials.csv"), "\(changed.output)")
    #expect(changed.output.hasSuffix("not reproduced: test\n"))
    let other = try place.forcelab(
      "run", "test.yaml", "--set", "stop.iterations=6", "--out", "other", "--quiet", "--no-report")
    #expect(other.status == 0)
    let differs = try place.forcelab("verify", "run", "--same-as", "other")
    #expect(differs.status == 1)
    for part in [
      "experiment.yaml: 'set' was not given",
      "trials.csv, line 2: iterations is '5', and '6' in other",
      "differences from other",
    ] {
      #expect(differs.output.contains(part), "\(differs.output)")
    }
    #expect(!differs.output.contains("_seconds"))
  }

  /// Names of this machine, its user and its repository, and addresses of others, in every kind of file.
  @Test func anAnonymousBundleNamesNobody() throws {
    let ending = try place.shell(
      """
      set -e
      git init -q; git config user.name "Karin Lidell"; git config user.email karin@cs.example.edu
      git config remote.origin.url git@git.example.edu:cheshire/rabbithole.git
      git commit -q --allow-empty -m x; commit=$(git rev-parse HEAD)
      cat >graphs/klidell.edges <<END
      # by dodo@example.org from /srv/lab/raw.csv on hatter.wonder.example.edu; ~klidell/raw
      # and on gryphon.wonder.example.edu.
      marchhare@example.org queen@example.org
      queen@example.org karin
      karin marchhare@example.org
      karin d
      END
      cat >planted.yaml <<END
      name: lidell-test
      summary: "By Karin Lidell (karin@cs.example.edu, mad@example.com) in $PWD at $commit, $(git rev-parse --short HEAD),
        on hugin and munin.wonder.example.edu, in github.com/cheshire/rabbithole, /gpfs/work/run7; with Tweedle"
      sweep: {grid: {graph: [karate, {file: graphs/klidell.edges}]}}
      repeat: 2
      shuffle: true
      stop: {iterations: 9}
      END
      export SLURMD_NODENAME=hugin.wonder.example.edu USER=klidell LOGNAME=klidell
      "$FORCELAB" run planted.yaml --out planted --quiet
      grep -rl klidell planted | grep -q inputs
      "$FORCELAB" pack planted --anonymous --hide Tweedle -o out.tar.gz
      "$FORCELAB" pack planted --anonymous --hide Tweedle -o again.tar.gz; cmp out.tar.gz again.tar.gz
      mkdir bundle; tar xzf out.tar.gz -C bundle
      printf '%s\\n' "$commit" "$(git rev-parse --short HEAD)" >planted.txt
      """)
    #expect(ending.status == 0, "\(ending.error)")
    let planted = [
      "klidell", "karin", "lidell", "karin@cs.example.edu", "cs.example.edu", "mad@", "dodo",
      "marchhare", "queen@", "hugin", "munin", "hatter", "gryphon", "wonder", "cheshire",
      "rabbithole", "/srv/lab", "/gpfs", "git@", "tweedle", place.folder.path,
    ]
    #expect(planted.count == 21)
    let commits = try place.text(of: "planted.txt").split(separator: "\n").prefix(2).map(
      String.init)
    for name in planted + commits {
      let found = try place.shell(
        "find bundle | grep -iF -- '\(name)'; grep -rilF -- '\(name)' bundle")
      #expect(found.output == "", "\(name)")
      if name != "cs.example.edu" {
        #expect(
          try place.shell("grep -rilF -- '\(name)' planted test.yaml planted.yaml .git").output
            != "")
      }
    }
    #expect(try place.text(of: "bundle/runs/user-1-test/trials.csv").contains("host-"))
    let again = try place.shell("sh bundle/reproduce.sh new")
    #expect(again.status == 0, "\(again.output)\(again.error)")
    #expect(again.output.contains("reproduced: all results are equal"))
  }

  @Test func namesInCompressedFilesAreRefused() throws {
    let packed = try place.shell(
      """
      printf '# by Tweedle\\na b\\nb c\\n' | gzip >graphs/one.edges.gz
      sed -i 's/one.edges/one.edges.gz/' test.yaml
      "$FORCELAB" run test.yaml --out gz --quiet --no-report
      "$FORCELAB" pack gz --anonymous -o good.zip && "$FORCELAB" pack gz --anonymous --hide tweedle
      """)
    expectRefusal(
      packed, "gz/inputs/graphs/one.edges.gz: error: the file is not text and contains 'Tweedle'")
    #expect(place.has("good.zip") && !place.has("test.zip"))
    // In the bytes of the archive, letters follow the name of the second file.
    let named = try place.shell(
      """
      echo abc >Tweedle; python3 -m zipfile -c graphs/one.zip graphs/one.edges Tweedle
      sed -i 's/one.edges.gz/one.zip/' test.yaml
      "$FORCELAB" run test.yaml --out named --quiet --no-report
      "$FORCELAB" pack named --anonymous --hide tweedle
      """)
    expectRefusal(
      named, "named/inputs/graphs/one.zip: error: the file is not text and contains 'Tweedle'")
  }

  /// A name with quotation marks as the id of a node, which a sweep names, in JSON, CSV and YAML.
  @Test func escapedNamesAreReplaced() throws {
    let packed = try place.shell(
      """
      set -e
      cat >g.json <<'END'
      {"nodes": [{"id": "Ann \\"B\\u00f6\\" Gronk"}, {"id": "b"}],
       "links": [{"source": "b", "target": "Ann \\"B\\u00F6\\" Gronk"}]}
      END
      cat >q.yaml <<'END'
      name: q
      graph: {file: g.json}
      stop: {iterations: 3}
      pin: [{node: b, at: [0, 0]}]
      sweep: {grid: {pin.0.node: ['Ann "Bö" Gronk', b]}}
      END
      "$FORCELAB" run q.yaml --out q --quiet
      "$FORCELAB" pack q --anonymous --hide 'Ann "Bö" Gronk' -o q.tar.gz
      mkdir bundle; tar xzf q.tar.gz -C bundle
      if grep -r Gronk bundle; then exit 1; fi
      sh bundle/reproduce.sh new
      """)
    #expect(packed.status == 0, "\(packed.output)\(packed.error)")
    #expect(packed.output.hasSuffix("reproduced: all results are equal but for times\n"))
  }

  /// The XML declares the encoding, so the graph is read.
  @Test func namesInOtherEncodingsAreRefused() throws {
    let packed = try place.shell(
      """
      printf '<?xml version="1.0" encoding="iso-8859-1"?><graphml><graph edgedefault="undirected">\
      <node id="T\\374dl"/><node id="b"/><edge source="T\\374dl" target="b"/></graph></graphml>' >graphs/one.graphml
      sed -i 's/one.edges/one.graphml/' test.yaml
      "$FORCELAB" run test.yaml --out latin --quiet --no-report
      "$FORCELAB" pack latin --anonymous --hide Tüdl
      """)
    expectRefusal(
      packed, "latin/inputs/graphs/one.graphml: error: the file is not text and contains 'Tüdl'")
  }

  @Test func twoRunsOfOneExperimentGetTwoFolders() throws {
    let packed = try place.shell(
      "cp -r run other; \"$FORCELAB\" pack run other -o a.tar.gz && tar tzf a.tar.gz | grep trials.csv"
    )
    #expect(packed.output == "a.tar.gz\nruns/test-2/trials.csv\nruns/test/trials.csv\n")
  }

  /// Such a run has all trials, but its tables may be those of an earlier time.
  @Test func aRunThatHasNotRecordedItsFilesIsRefused() throws {
    let packed = try place.shell(
      "cp -r run cut; sed -i '/trials.csv/d' cut/journal.jsonl; \"$FORCELAB\" pack cut -o cut.zip")
    expectRefusal(
      packed,
      "cut: error: the run was interrupted before it recorded its files; resume it with `forcelab run FILE "
        + "--resume --out cut`")
    #expect(!place.has("cut.zip"))
    let resumed = try place.shell(
      """
      "$FORCELAB" run test.yaml --resume --out cut --quiet --no-report && "$FORCELAB" pack cut -o cut.zip
      """)
    #expect(resumed.status == 0 && place.has("cut.zip"), "\(resumed.error)")
  }

  @Test func badInputIsRefused() throws {
    try place.write("mine", to: "test.zip")
    _ = try place.shell(
      """
      cp -r run changed; echo >>changed/summary.csv; cp -r run linked; rm linked/layouts/1.csv
      ln -s /etc/passwd linked/layouts/1.csv
      cp -r run lost; sed -i 2d lost/journal.jsonl
      cp -r run short; head -n 2 run/journal.jsonl >short/journal.jsonl; head -n 2 run/trials.csv >short/trials.csv
      """)
    for (command, error) in [
      ("nothing", "nothing: error: no such folder"),
      ("run run/", "error: a run is named twice; name each run once"),
      ("short", "short: error: the run was interrupted; resume it with"),
      (
        "lost",
        "lost/journal.jsonl: error: the journal has lost the records of 1 trial, the first of"
      ),
      ("changed", "changed: error: files of the run have changed; `forcelab verify` lists them"),
      ("linked", "linked: error: files of the run have changed"),
      ("run", "test.zip: error: the file exists; remove it, or name the archive with --out"),
      ("run -o a.rar", "unsupported file type 'a.rar'; use .zip or .tar.gz"),
      (
        "run -o none/a.zip",
        "none/a.zip: error: cannot write: No such file or directory; create the folder none first"
      ),
      ("run --hide x", "--hide needs --anonymous"),
      ("run --anonymous --hide stress", "'stress' is a word that experiments need"),
      ("run --anonymous --hide root", "a general name such as 'root'"),
    ] {
      expectRefusal(try place.shell("\"$FORCELAB\" pack \(command)"), error)
    }
    #expect(try place.text(of: "test.zip") == "mine")
    #expect(!place.has("a.zip"))
  }

  @Test func aFullDiskLeavesTheEarlierArchive() throws {
    let full = try place.shell(
      "echo mine >a.zip; ulimit -f 1; \"$FORCELAB\" pack run -o a.zip; code=$?; ls -A; cat a.zip; exit $code"
    )
    expectRefusal(full, "a.zip: error: cannot write: File too large")
    #expect(
      full.output.hasSuffix("mine\n") && !full.output.contains(".a.zip."), "\(full.output)")
  }

  /// A first process has locked its draft, and one that was killed has left a draft.
  @Test func noDraftIsSharedOrLeft() throws {
    try place.write("old", to: ".b.zip.2.new")
    let long = String(repeating: "a", count: 251) + ".zip"
    let ending = try place.shell(
      """
      exec 9>.b.zip.1.new; flock 9; echo first >&9
      "$FORCELAB" pack run -o b.zip && "$FORCELAB" pack run -o \(long) && cmp b.zip \(long)
      code=$?; cat .b.zip.1.new; ls -A | grep 'new$'; exit $code
      """)
    #expect(ending.status == 0 && ending.error == "", "\(ending.error)")
    #expect(ending.output == "b.zip\n\(long)\nfirst\n.b.zip.1.new\n")
  }

  @Test func anInterruptedPackLeavesNothing() throws {
    // A signal that waits until the program takes it, which is before it writes.
    let ending = try place.shell(
      """
      python3 -c '
      import os, signal
      signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
      os.kill(os.getpid(), signal.SIGINT)
      program = os.environ["FORCELAB"]
      os.execv(program, [program, "pack", "run", "-o", "a.zip"])
      '
      code=$?; ls -A | grep zip; exit $code
      """)
    #expect(ending.status == 130 && ending.output == "" && ending.error == "", "\(ending.error)")
  }

  @Test func otherFilesInTheFolderAreLeftOut() throws {
    let packed = try place.shell(
      """
      echo secret >run/mine.txt; ln -s /etc/passwd run/link
      "$FORCELAB" pack run -o a.tar.gz && tar tzf a.tar.gz
      """)
    #expect(packed.error.contains("run: note: 2 files in the folder left out"))
    #expect(!packed.output.contains("mine.txt") && !packed.output.contains("link"))
  }
}
