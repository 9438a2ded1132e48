import ForceLabTestSupport
import Foundation
import Testing

@Suite struct ReproduceTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  private func experiment(_ name: String, claiming value: Int) -> String {
    """
    name: \(name)
    graph: {path: {count: 6}}
    stop: {iterations: 5}
    published:
      - {claim: ticks of \(name), source: a book, figure: {column: iterations}, value: \(value)}

    """
  }

  @Test func runsEveryPublishedExperimentAndPrintsOneTable() throws {
    try place.write(experiment("one", claiming: 5), to: "Experiments/published/one.yaml")
    try place.write(experiment("two", claiming: 5), to: "Experiments/published/two.yaml")
    try place.write("not an experiment", to: "Experiments/published/notes.txt")
    let run = try place.forcelab("reproduce")
    #expect(run.status == 0)
    #expect(
      run.outputLines.suffix(7) == [
        "claim        published n measured ratio verdict",
        "------------ --------- - -------- ----- ----------",
        "ticks of one         5 1        5     1 reproduced",
        "ticks of two         5 1        5     1 reproduced", "",
        "2 reproduced; 0 not reproduced; 0 compared; 0 stand-ins.", "",
      ])
    #expect(try place.names(in: "Results") == ["one", "two"])
    let folder = try #require(try place.names(in: "Results/one").first)
    #expect(
      try place.text(of: "Results/one/\(folder)/published.csv").hasSuffix(
        "\nticks of one,a book,,same-method,iterations,median,false,1,5,5,,,1,1,reproduced,true,,,\n"
      ))
  }

  @Test func aClaimThatDoesNotHoldExitsWithOne() throws {
    try place.write(experiment("one", claiming: 5), to: "Experiments/published/one.yaml")
    try place.write(experiment("two", claiming: 6), to: "Experiments/published/two.yaml")
    let run = try place.forcelab("reproduce")
    #expect(run.status == 1)
    #expect(run.output.contains("ticks of two         6 1        5 0.8333 not reproduced"))
    #expect(
      run.outputLines.suffix(2) == ["1 reproduced; 1 not reproduced; 0 compared; 0 stand-ins.", ""])
    // Without --strict, a run only reports the claims.
    let file = "Experiments/published/two.yaml"
    #expect(try place.forcelab("run", file).status == 0)
    #expect(try place.forcelab("run", "--strict", file).status == 1)
    #expect(try place.forcelab("reproduce", "one").status == 0)
  }

  @Test func theFolderIsFoundFromBelow() throws {
    try place.write(experiment("one", claiming: 5), to: "Experiments/published/one.yaml")
    let run = try place.shell("mkdir -p a/b && cd a/b && $FORCELAB reproduce one")
    #expect(run.status == 0)
    #expect(place.has("a/b/Results/one"))
  }

  @Test func missingFoldersAndUnknownNamesAreErrors() throws {
    try place.write("", to: "Experiments/published/notes.txt")
    expectRefusal(
      try place.forcelab("reproduce"),
      "Experiments/published: error: no experiments (*.yaml) in this folder")
    try place.write(experiment("one", claiming: 5), to: "Experiments/published/one.yaml")
    expectRefusal(
      try place.forcelab("reproduce", "ones"),
      "Experiments/published: error: unknown published experiment 'ones'; did you mean 'one'?")
    expectRefusal(try place.forcelab("reproduce", "zzzz"), "; use one of one\n")
    #expect(!place.has("Results"))
  }

  @Test func figuresAreRecordedAndShownBesideEarlierOnes() throws {
    try place.write(experiment("one", claiming: 5), to: "Experiments/published/one.yaml")
    try place.write("", to: "Results/records/README.md")
    let file = "Experiments/published/one.yaml"
    let record = try place.forcelab("run", file, "--record", "Results/records", "--no-report")
    #expect(record.status == 0, "\(record.error)")
    let name = try #require(try place.names(in: "Results/records").first { $0.hasSuffix(".csv") })
    #expect(record.output.contains("Recorded in Results/records/\(name)."))
    let lines = try place.text(of: "Results/records/\(name)").split(separator: "\n")
    let header =
      "date,commit,processor,cores,load,experiment,kind,name,column,relative,n,measured,low,high"
    #expect(lines[0] == header)
    #expect(
      lines.count == 2 && lines[1].hasSuffix(",one,claim,ticks of one,iterations,false,1,5,,"))
    let earlier = lines[1].replacing(#/^[^,]*/#, with: "2020-01-02T03:04:05Z")
      .replacing(",1,5,,", with: ",1,4,,")
    try place.write(lines[0] + "\n" + earlier + "\n", to: "Results/records/\(name)")
    let again = try place.forcelab("run", file, "--record", "Results/records", "--no-report")
    #expect(again.output.contains("`forcelab history Results/records` shows all runs."))
    #expect(
      try place.forcelab("history", "--format", "csv").output.contains(
        "\none: ticks of one,iterations,2,4,4,5,"))
    expectRefusal(
      try place.forcelab("run", file, "--record", "none"),
      "none: error: cannot read the folder of records")
  }
}
