import ForceLabTestSupport
import Testing

/// `run --against`: another build of the program runs the same trials.
@Suite struct AgainstTests {
  let place: Workplace

  init() throws {
    place = try Workplace()
    try place.write(Example.swept + "placement: uniform\n", to: "swept.yaml")
  }

  @Test func bothProgramsRunTheSameTrialsAndAreCompared() throws {
    let limits = """
      limits:
      - {name: a, figure: {column: wall_seconds, statistic: mean}, at-most: 99}
      - {name: b, figure: {column: wall_seconds, statistic: mean, where: {program: base}}, at-most: 99}

      """
    try place.write(place.text(of: "swept.yaml") + limits, to: "swept.yaml")
    let run = try place.shell(
      "ln -s \"$FORCELAB\" other && \"$FORCELAB\" run swept.yaml --repeat 6 --out out --no-report --against ./other"
    )
    #expect(run.status == 0, "\(run.error)")
    #expect(run.output.contains("24 trials: 4 configurations × 6 repeats"))
    #expect(run.output.contains("this") && run.output.contains("program"))
    let rows = try place.text(of: "out/trials.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let (program, hash) = (
      try #require(rows[0].firstIndex(of: "program")),
      try #require(rows[0].firstIndex(of: "layout_hash"))
    )
    #expect(rows.dropFirst().map { $0[program] } == (0..<12).flatMap { _ in ["base", "this"] })
    for index in stride(from: 1, to: 25, by: 2) {
      #expect(rows[index][hash] == rows[index + 1][hash] && !rows[index][hash].isEmpty)
    }
    // Each limit is about the 12 trials of one program.
    let kept = try place.text(of: "out/limits.csv")
    #expect(
      ["a", "b"].allSatisfy { kept.contains("\($0),wall_seconds,mean,false,12,") }, "\(kept)")
    let compared = try place.forcelab("compare", "out", "--by", "program")
    #expect(run.output.contains(compared.output))
    #expect(try place.text(of: "out/experiment.yaml").contains("program:"))
    let resumed = try place.shell(
      "\"$FORCELAB\" run swept.yaml --repeat 6 --out out --no-report --against ./other --resume")
    #expect(resumed.status == 0, "\(resumed.error)")
    let again = try place.forcelab("run", "out/experiment.yaml", "--out", "again")
    expectRefusal(
      again,
      "another build of the program, 'base', runs a part of the trials; name it with --against PROGRAM"
    )
    #expect(again.output == "" && !place.has("again"))
    let reproduced = try place.forcelab("reproduce", "out")
    expectRefusal(
      reproduced, "out: error: this is the folder of a run", "`forcelab run out/experiment.yaml`")
  }

  @Test func aBundleNeedsTheOtherProgram() throws {
    let packed = try place.shell(
      """
      ln -s "$FORCELAB" other
      "$FORCELAB" run swept.yaml --out out --no-report --against ./other --quiet
      "$FORCELAB" pack out -o b.zip && unzip -q b.zip -d bundle
      """)
    #expect(
      packed.error.contains(
        "note: the run compares two builds; to run it again, name the other one in FORCELAB_BASE"))
    let script = "sh bundle/reproduce.sh \"$PWD/new\""
    let without = try place.shell(script)
    #expect(
      without.status != 0 && without.error.contains("FORCELAB_BASE: must name the other build"))
    let with = try place.shell("FORCELAB_BASE=./other \(script)")
    #expect(with.status == 0, "\(with.error)")
    #expect(with.output.hasSuffix("reproduced: all results are equal but for times\n"))
  }

  @Test(arguments: [
    (nil, "other: error: cannot start the program: "),
    ("exit 1", "other: error: the program is not ForceLab, or a version that cannot run trials"),
    ("cat", "other: error: the program is not ForceLab"),
    (
      #"echo '{"protocol":99,"version":"9.0"}'"#,
      "other: error: the program, version 9.0, speaks version 99 of the protocol"
    ),
  ])
  func programsThatCannotRunTrialsAreRefused(script: String?, message: String) throws {
    if let script { try writeProgram(script) }
    let run = try place.forcelab("run", "swept.yaml", "--out", "out", "--against", "./other")
    expectRefusal(run, message)
    #expect(!place.has("out"))
  }

  @Test func trialsOfAProgramThatCrashesFail() throws {
    try writeProgram(
      #"if [ "$2" ]; then echo '{"protocol":1,"version":"1"}'; else echo broken >&2; exit 7; fi"#)
    let run = try place.forcelab("run", "swept.yaml", "--out", "out", "--against", "./other")
    #expect(run.status == 1 || run.status == 2)
    #expect((run.output + run.error).contains("broken"))
  }

  @Test func aClusterRunsOneProgram() throws {
    let run = try place.forcelab(
      "run", "swept.yaml", "--executor", "slurm", "--against", "./other")
    expectRefusal(run, "--against runs both programs on this machine; add --executor local")
  }

  private func writeProgram(_ script: String) throws {
    try place.write("#!/bin/sh\n\(script)\n", to: "other")
    _ = try place.shell("chmod +x other")
  }
}
