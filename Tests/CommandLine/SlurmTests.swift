import ForceLabTestSupport
import Foundation
import Testing

/// Runs on a cluster whose programs are stand-ins for Slurm's: what fails there, and the site file.
@Suite struct SlurmTests {
  private static let experiment = """
    name: small
    repeat: 3
    placement: uniform
    forces: [many-body, link]
    stop: {iterations: 4}
    record: {every: 1}
    sweep: {grid: {graph: [{ring: {count: 12}}, {path: {count: 9}}], forces.link.length: [10, 30]}}

    """

  private let place: Workplace
  private let slurm: FakeSlurm

  init() throws {
    place = try Workplace()
    slurm = try FakeSlurm(in: place)
    try place.write(Self.experiment, to: "small.yaml")
  }

  private static let run = "\"$FORCELAB\" run small.yaml --no-report --out"

  /// Runs the experiment on the cluster, into the folder `out`.
  private func submit(_ options: String = "--wait", settings: String = "") throws -> Ending {
    try slurm.shell("\(Self.run) out --executor '{slurm: {\(settings)}}' \(options)")
  }

  private func expectWhole(_ folder: String = "out") throws {
    if !place.has("local") {
      #expect(try slurm.shell("\(Self.run) local --quiet").status == 0)
    }
    try expectSameRuns("local", folder, in: place)
  }

  @Test func theResultsAreThoseOfALocalRun() throws {
    let ending = try submit()
    #expect(ending.status == 0, "\(ending.error)")
    #expect(ending.output.contains("Submitted 12 trials in 6 tasks: job 101, merged by job 102."))
    try expectWhole()
    let hosts = try place.text(of: "out/environment.json")
    #expect(hosts.contains("\"name\" : \"even\"") && hosts.contains("\"name\" : \"odd\""))
    #expect(hosts.contains("\"101\""))
  }

  @Test func settingsBecomeOptionsOfSlurm() throws {
    let settings = """
      partition: main, account: me, qos: low, constraint: a&b, time-per-trial: 60, memory: 2GiB, \
      cores-per-task: 3, exclusive: true, running-limit: 2, trials-per-task: 4, \
      setup: [export GREETING=hello, "echo $GREETING"]
      """
    #expect(try submit(settings: settings).status == 0)
    let calls = try slurm.calls()
    #expect(calls.count == 2)
    for option in [
      "--parsable", "--job-name=forcelab-small", "--partition=main", "--account=me", "--qos=low",
      "--constraint=a&b", "--mem=2097152K", "--cpus-per-task=3", "--requeue", "--exclusive",
      "--array=0-2%2", "--time=6:24", "--signal=B:TERM@60",
    ] {
      #expect(calls[0].split(separator: " ").contains(Substring(option)), "\(option)")
    }
    #expect(calls[1].contains("--dependency=afterany:101 "))
    try expectWhole()
  }

  /// Paths are relative to the working folder here, and absolute on the nodes.
  @Test func filesAreFoundFromEveryFolder() throws {
    try place.write("a,b\nb,c\n", to: "data/graph.csv")
    try place.write(
      Self.experiment.replacing("{path: {count: 9}}", with: "{file: ../data/graph.csv}"),
      to: "sub/small.yaml")
    for options in ["local", "out --wait --executor slurm"] {
      let ending = try slurm.shell(
        Self.run.replacing("small.yaml", with: "sub/small.yaml") + " " + options)
      #expect(ending.status == 0, "\(ending.error)")
    }
    try expectSameRuns("local", "out", in: place)
    #expect(try slurm.shell("\(Self.run) lost --executor slurm --quiet").status == 0)
    try place.write("0\n1\n2\n3\n4\n5\n", to: "slurm/lost")
    #expect(
      try slurm.shell("cd sub; \(Self.run) ../changed --executor slurm").status == 0)
    try place.write("a,b\nb,d\n", to: "changed/inputs/data/graph.csv")
    expectRefusal(
      try slurm.shell("\"$FORCELAB\" task changed 1 0 --attempt 1-0"),
      "changed/inputs/data/graph.csv: error: the file is missing on ",
      "or it has changed since the run began")
  }

  /// As in a task of an array that submits another run.
  @Test func aTaskIgnoresTheArrayOfItsSubmitter() throws {
    let ending = try slurm.shell(
      """
      export SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_JOB_ID=77
      \(Self.run) out --executor slurm --wait
      """)
    #expect(ending.status == 0, "\(ending.output)\(ending.error)")
    #expect(try !place.text(of: "out/environment.json").contains("\"77\""))
    try expectWhole()
  }

  @Test func startingAgainCancelsTheTasks() throws {
    try place.write("1\n4\n", to: "slurm/lost")
    #expect(try submit("").status == 0)
    try place.write("101_1 PENDING Resources\n500 RUNNING None\n", to: "slurm/queue")
    try FileManager.default.removeItem(at: place.folder.appending(path: "slurm/lost"))
    #expect(try submit("--wait --fresh").status == 0)
    #expect(try slurm.calls().contains("cancelled 101"))
    try expectWhole()
  }

  // MARK: Failures

  @Test(arguments: [
    (
      "PATH=/nowhere \(SlurmTests.run) out --executor slurm",
      "cannot reach Slurm: there is no 'scontrol' on the PATH; use a login node"
    ),
    (
      "\(SlurmTests.run) 'a\\b' --executor slurm",
      "a\\b: error: Slurm cannot write into a folder with '\\' in its path; name another with --out"
    ),
    (
      "\(SlurmTests.run) out --executor slurm --jobs 2; code=$?; [ -e out ] && exit 9; exit $code",
      "--jobs and --fail-fast are for the executor 'local'"
    ),
    (
      "\(SlurmTests.run) out --executor slurm --strict",
      "--strict and --record need results; add --wait"
    ),
    (
      "SLURMD_NODENAME=n7 \"$FORCELAB\" task /nowhere/out 1 0 --attempt 1-0",
      "/nowhere/out: error: the run is not in this folder on n7 (cannot read: No such file or "
        + "directory); put it on a file system that all nodes share, with --out"
    ),
  ])
  func whatCannotRunOnAClusterIsAnError(command: String, message: String) throws {
    expectRefusal(try slurm.shell(command), message)
  }

  @Test func aRefusalIsShownAndTheRunCanBeSubmittedAgain() throws {
    try place.write("sbatch: error: invalid partition specified: x\n", to: "slurm/refuse")
    expectRefusal(
      try submit(), "out: error: Slurm refused the tasks: sbatch: invalid partition specified: x",
      "`forcelab describe slurm`", "--resume")
    try FileManager.default.removeItem(at: place.folder.appending(path: "slurm/refuse"))
    #expect(try submit("--wait --resume").status == 0)
    try expectWhole()
  }

  @Test func anArrayThatIsTooLongIsAnError() throws {
    expectRefusal(
      try submit(settings: "array-limit: 4, trials-per-task: 3"),
      "6 tasks are more than the 4 that the cluster accepts at once; set 'trials-per-task' to 4 or")
    #expect(try submit("--wait --resume", settings: "array-limit: 2").status == 0)
    #expect(try slurm.calls().first?.contains("--array=0-1 ") == true)
    try expectWhole()
  }

  @Test(arguments: [
    ("NODE_FAIL", "0:0", "NODE_FAIL on n7"),
    ("TIMEOUT", "0:0", "TIMEOUT on n7, its time limit; set 'time-per-trial' to more"),
    ("OUT_OF_MEMORY", "0:125", "OUT_OF_MEMORY on n7; set 'memory' to more"),
    ("FAILED", "0:53", "the node could not open the run folder; does it share it?"),
    ("CANCELLED", "0:15", "CANCELLED on n7"),
  ])
  func aTaskThatIsLostIsNamed(state: String, code: String, message: String) throws {
    try place.write("1\n4\n", to: "slurm/lost")
    try place.write("JobId=101 JobState=\(state) ExitCode=\(code) NodeList=n7\n", to: "slurm/job")
    let ending = try submit()
    #expect(ending.status == 1)
    #expect(ending.output.contains("task 1-1 (job 101_1) ended with 2 of 2 trials missing: "))
    #expect(ending.output.contains(message))
    #expect(ending.output.contains("`forcelab run --resume` with the same options submits"))
    let shown = try slurm.shell("\"$FORCELAB\" show out")
    #expect(
      shown.output.contains(
        "0 tasks running, 0 pending, 2 failed; 8/12 trials have ended, of which `forcelab collect` has "
          + "merged 8."))
    let object = try slurm.shell("\"$FORCELAB\" show out --format json").output
    #expect(object.contains(#""tasks":{"done":8,"failed":2,"failures":[{"missing":2,"reason":""#))
    #expect(object.contains(#""pending":0,"running":0}"#))
    try FileManager.default.removeItem(at: place.folder.appending(path: "slurm/lost"))
    let resumed = try submit("--wait --resume")
    #expect(resumed.status == 0, "\(resumed.error)")
    #expect(resumed.output.contains("Submitted 4 trials in 2 tasks"))
    try expectWhole()
  }

  @Test func trialsThatAreLostTwiceAreNamedOnce() throws {
    try place.write("1\n4\n", to: "slurm/lost")
    #expect(try submit().status == 1)
    let again = try submit("--wait --resume")
    #expect(again.output.contains("task 2-1 (job ") && !again.output.contains("task 1-"))
  }

  @Test func tasksThatWaitAreNotSubmittedTwice() throws {
    try place.write("1\n4\n", to: "slurm/lost")
    try place.write("101_1 PENDING Resources\n101_4 RUNNING None\n", to: "slurm/queue")
    #expect(try submit("").status == 0)
    let shown = try slurm.shell("SQUEUE_STATES=R \"$FORCELAB\" show out")
    #expect(shown.output.contains("1 task running, 1 pending, 0 failed; 8/12 trials have ended"))
    #expect(shown.output.contains("\non the cluster, "))
    #expect(!shown.output.contains("Resume: "))
    #expect(try submit("--resume").output.contains("Every missing trial is queued."))
    expectRefusal(
      try slurm.shell("\(Self.run) out --resume"),
      "out: error: tasks of the run wait or run on the cluster; resume it with the same --executor",
      "`forcelab cancel out`")
    let cancelled = try slurm.shell("\"$FORCELAB\" cancel out")
    #expect(cancelled.output == "Cancelled 2 tasks.\n")
    #expect(try slurm.calls().last == "cancelled 101")
  }

  @Test func aCompleteRunNeedsNoTasks() throws {
    #expect(try submit().status == 0)
    let calls = try slurm.calls().count
    let resumed = try submit("--resume-anyway --set summary=Other")
    #expect(resumed.status == 0 && !resumed.output.contains("queued"), "\(resumed.output)")
    #expect(try slurm.calls().count == calls && !place.has("out/unfinished"))
    #expect(try place.forcelab("verify", "out").status == 0)
  }

  @Test func fewerRepeatsLoseNoResultsOfTasks() throws {
    try place.write("0\n1\n2\n3\n4\n5\n", to: "slurm/lost")
    try place.write("101_4 RUNNING None\n", to: "slurm/queue")
    #expect(try submit("").status == 0)
    let fewer = "\(Self.run) out --resume-anyway --repeat 2"
    expectRefusal(
      try slurm.shell(fewer), "out: error: tasks of the run wait or run on the cluster; resume it")
    expectRefusal(
      try slurm.shell("\(fewer) --executor slurm"),
      "out: error: tasks of repeats that the experiment no longer has wait or run on the cluster")
    try place.write("", to: "slurm/queue")
    try place.write("0\n1\n2\n3\n", to: "slurm/lost")
    #expect(try submit("--resume").status == 0)
    for executor in ["local", "slurm"] {
      expectRefusal(
        try slurm.shell("\(fewer) --executor \(executor)"),
        "out: error: the run cannot be resumed: its trial list has changed: ", "; undo the change")
    }
    #expect(try slurm.shell("\(Self.run) out --resume --quiet").status == 0)
    try expectWhole()
  }

  /// The controller of a cluster may be restarted; where there is no `squeue`, no task can run.
  @Test func tasksMayRunIfSlurmDoesNotAnswer() throws {
    try place.write("1\n4\n", to: "slurm/lost")
    #expect(try submit("").status == 0)
    try place.write("", to: "slurm/down")
    for option in ["--resume", "--fresh"] {
      expectRefusal(
        try slurm.shell("\(Self.run) out \(option)"),
        "cannot ask Slurm for its jobs: squeue: Unable to contact controller; try again later")
      #expect(place.has("out/tasks/1.json"))
    }
    #expect(try slurm.shell("PATH=/nowhere; \(Self.run) out --resume --quiet").status == 0)
    try expectWhole()
  }

  @Test func showsWhyTheMergeWaits() throws {
    try place.write("1\n", to: "slurm/lost")
    try place.write("102 PENDING JobHeldUser\n", to: "slurm/queue")
    #expect(try submit("").status == 0)
    let shown = try slurm.shell("\"$FORCELAB\" show out")
    #expect(shown.output.contains("0 tasks running, 0 pending (JobHeldUser), 1 failed; 10/12"))
  }

  @Test func anotherBuildOnANodeIsAnError() throws {
    let ending = try slurm.shell(
      """
      mkdir other && cp "$FORCELAB" other/forcelab && echo >> other/forcelab
      \(Self.run) out --executor '{slurm: {program: '"$PWD/other"'}}' --wait
      """)
    #expect(ending.status == 1)
    #expect(
      ending.output.contains("the program on even is another build than the one that submitted"))
  }

  @Test func missingProcessorFeaturesAreAnError() throws {
    try place.write("0\n1\n2\n3\n4\n5\n", to: "slurm/lost")
    #expect(try submit("").status == 0)
    // As a program for another processor would have submitted it.
    let text = try place.text(of: "out/environment.json")
    try place.write(
      text.replacing("\"generic\"", with: "\"native\"")
        .replacing("\"cpu_features\" : [", with: "\"cpu_features\" : [ \"avx9\","),
      to: "out/environment.json")
    let ending = try slurm.shell("\"$FORCELAB\" task out 1 0 --attempt 1-0")
    expectRefusal(ending, "out: error: the program was built for processors with avx9, which ")
  }

  @Test func timesOfTwoModelsOfProcessorsAreNotCompared() throws {
    #expect(try submit().status == 0)
    let text = try place.text(of: "out/environment.json")
    let parts = text.components(separatedBy: "\"hosts\" : [")
    let first = try #require(parts[1].range(of: "\"cpu\" : \""))
    let other = parts[1].replacingCharacters(in: first, with: "\"cpu\" : \"Other ")
    _ = try slurm.shell("cp -r out base")
    try place.write(parts[0] + "\"hosts\" : [" + other, to: "out/environment.json")
    let runs = try slurm.shell("\"$FORCELAB\" compare base out")
    #expect(runs.error.contains("of trials ran on different processors, such as '"))
    let within = try slurm.shell("\"$FORCELAB\" compare out --by graph")
    #expect(within.error.contains("trials ran on 2 models of processors (Other "))
    // Trials with the same graph and repeat shared a node.
    let paired = try slurm.shell("\"$FORCELAB\" compare out --by forces.link.length")
    #expect(!paired.error.contains("ran on different processors"))
  }

  // MARK: Merging

  @Test func aLocalRunHasNothingToMerge() throws {
    try place.write(Example.tiny, to: "tiny.yaml")
    let options = ["run", "tiny.yaml", "--out", "local", "--quiet", "--jobs", "2", "--contended"]
    #expect(try place.forcelab(options).status == 0)
    let names = ["columns.json", "summary.csv", "environment.json"]
    let before = try names.map { try place.text(of: "local/\($0)") }
    let merged = try place.forcelab("collect", "local")
    #expect(try names.map { try place.text(of: "local/\($0)") } == before)
    #expect(
      merged.output
        == "Nothing to merge: no task runs trials of this run. 1 of 1 trial ended, of which "
        + "0 failed.\n")
  }

  /// `collect` is killed at calls of the system all along its way; with `make faults`, at each of them.
  @Test func aMergeThatIsKilledIsRepeated() throws {
    #expect(try submit("").status == 0)
    try FileManager.default.copyItem(
      at: place.folder.appending(path: "out"), to: place.folder.appending(path: "submitted"))
    let all = ProcessInfo.processInfo.environment["FORCELAB_ALL_FAULTS"] != nil
    var number = 1
    while true {
      number += all ? 1 : 11
      let ending = try slurm.shell(
        """
        rm -rf out mark; cp -r submitted out
        FORCELAB_FAULT=run:\(number):kill FORCELAB_FAULT_MARK=mark \(faultyProgram) collect out --no-report
        [ -e mark ] || exit 77
        \(faultyProgram) collect out --no-report --quiet
        """)
      if ending.status == 77 { break }
      #expect(ending.status == 0, "call \(number): \(ending.error)")
      try expectWhole()
    }
    #expect(number > 100)
  }

  // MARK: The site file

  /// The file in the home folder is the second.
  @Test func siteFilesChooseTheExecutor() throws {
    let settings = "executor: {slurm: {trials-per-task: 6}}\n"
    try place.write(
      settings.replacing("6}", with: "6, setup: [echo hello]}"), to: ".config/forcelab/config.yaml")
    #expect(
      try slurm.shell("\"$FORCELAB\" plan small.yaml").output.contains("commands:\n  echo hello"))
    #expect(try slurm.shell("\(Self.run) home").output.contains("in 2 tasks"))
    try place.write("executor: local\n", to: "forcelab.yaml")
    #expect(try slurm.shell("\(Self.run) here").status == 0)
    #expect(try place.text(of: "here/trials.csv").split(separator: "\n").count == 13)
    #expect(try slurm.shell("\(Self.run) named --executor slurm").output.contains("in 2 tasks"))
    try place.write(settings, to: "forcelab.yaml")
    #expect(try slurm.shell("\(Self.run) out").output.contains("in 2 tasks"))
    #expect(try slurm.shell("\(Self.run) other --executor slurm").output.contains("in 2 tasks"))
    #expect(try slurm.shell("\(Self.run) local --executor local").status == 0)
  }

  /// Commands of a file in the working folder, which somebody may have sent, count once they are trusted.
  @Test func commandsOfASiteFileAreTrusted() throws {
    try place.write("executor: {slurm: {setup: [touch began]}}\n", to: "forcelab.yaml")
    let plan = try slurm.shell("\"$FORCELAB\" plan small.yaml")
    #expect(plan.output.contains("The executor runs these commands:\n  touch began"))
    #expect(try slurm.shell("\(Self.run) out").status == 2 && !place.has("out"))
    #expect(try slurm.shell("\(Self.run) out --trust").status == 0)
    #expect(try slurm.shell("\(Self.run) again").status == 0)
    try place.write("executor: {slurm: {setup: [touch other]}}\n", to: "forcelab.yaml")
    expectRefusal(try slurm.shell("\(Self.run) other"), "would run 'touch other'")
  }

  @Test(arguments: [
    ("executor: slrum\n", "forcelab.yaml:1:11: error: unknown executor 'slrum'; did you mean"),
    ("executer: slurm\n", "forcelab.yaml:1:1: error: unknown key 'executer' in 'site'"),
    (
      "executor:\n  slurm:\n    partitoin: a\n",
      "forcelab.yaml:3:5: error: unknown key 'partitoin' in 'slurm'; did you mean 'partition'?"
    ),
    (
      "executor: {slurm: {cores-per-task: 0}}\n",
      "forcelab.yaml:1:36: error: 'cores-per-task' is 0, outside its range: 1 to 4096"
    ),
    (
      "executor: {slurm: {memory: much}}\n",
      "forcelab.yaml:1:28: error: 'memory' must be an amount of memory from 1MB on, such as 500MB"
    ),
    (
      "executor: {slurm: {setup: [touch stolen]}}\n",
      "forcelab.yaml:1:1: error: the executor would run 'touch stolen', and you have not trusted this file;"
    ), ("executor: [\n", "forcelab.yaml:"),
    ("executor:\n", "forcelab.yaml:1:10: error: expected an executor, found nothing"),
  ])
  func errorsInSiteFilesHavePlaces(text: String, message: String) throws {
    try place.write(text, to: "forcelab.yaml")
    expectRefusal(try slurm.shell("\(Self.run) out"), message)
  }
}
