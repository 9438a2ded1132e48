import ForceLabEngine
import Foundation

// An engine for tests. Its argument says what it does. TEST_ENGINE_NOTE is a file for process numbers.

let deed = CommandLine.arguments.dropFirst().first ?? "halve"
let note = ProcessInfo.processInfo.environment["TEST_ENGINE_NOTE"]

/// Writes `bytes` as they are, past the protocol.
func say(_ text: String) {
  Array(text.utf8).withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) }
}

func keep(_ process: pid_t) {
  guard let note else { return }
  let earlier = (try? String(contentsOfFile: note, encoding: .utf8)) ?? ""
  try? "\(earlier)\(process)\n".write(toFile: note, atomically: true, encoding: .utf8)
}

/// Starts a process that sleeps and holds the pipes open.
func leaveAChild(inNewSession: Bool = false) {
  var process: pid_t = 0
  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  if inNewSession { posix_spawnattr_setflags(&attributes, 0x80 /* POSIX_SPAWN_SETSID */) }
  let words: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("600"), nil]
  posix_spawn(&process, "/bin/sleep", nil, &attributes, words, environ)
  keep(process)
}

if deed == "once", let note, FileManager.default.fileExists(atPath: note) { exit(4) }
keep(getpid())
if deed == "missing" {
  _ = readLine()
  say("{\"type\":\"unavailable\",\"message\":\"the library libtest is missing\"}\n")
  exit(0)
}
if deed == "silent" { while true { sleep(60) } }
if deed == "mute" { exit(4) }

serveEngine("test engine", version: "2.5") { request in
  if deed == "idle" { return LayoutReply(request.start) }
  let half = request.start.map { $0.map { $0 / 2 } }
  switch deed {
  case "once": if half[0].count < 2000 { return LayoutReply(half) }
  case "crash": fatalError("the engine room floods")
  case "hang": while true { sleep(60) }
  case "garbage": say("good morning\n")
  case "binary": say(String(repeating: "\u{1}", count: 3 << 20))
  case "nan": return LayoutReply(half.map { [.nan] + $0.dropFirst() })
  case "few": say("{\"type\":\"layout\",\"layout_ns\":1,\"nodes\":2,\"dimensions\":2}\n")
  case "many": say("{\"type\":\"layout\",\"layout_ns\":1,\"nodes\":1000000000,\"dimensions\":2}\n")
  case "flat": say("{\"type\":\"layout\",\"layout_ns\":1,\"nodes\":6,\"dimensions\":1}\n")
  case "short":
    say("{\"type\":\"layout\",\"layout_ns\":1,\"nodes\":6,\"dimensions\":2}\n12345678")
    FileHandle.standardError.write(Data("out of \u{1B}ink\n".utf8))
    exit(3)
  case "late-frame":
    say(
      "{\"type\":\"frame\",\"iteration\":1,\"elapsed_ns\":9223372036854775807,\"nodes\":6,"
        + "\"dimensions\":2}\n")
    say(String(repeating: "\0", count: 96))
    return LayoutReply(half)
  case "early-end":
    say("{\"type\":\"frame\",\"iteration\":9,\"elapsed_ns\":1,\"nodes\":6,\"dimensions\":2}\n")
    say(String(repeating: "\0", count: 96))
    return LayoutReply(half, iterations: 4)
  case "many-iterations": return LayoutReply(half, iterations: .max)
  case "no-iterations": return LayoutReply(half, iterations: -1)
  case "tiny": return LayoutReply(half.map { $0.map { $0 * 1e-155 * 1e-155 } })
  case "large": return LayoutReply(half.map { $0.map { $0 * 1e300 } })
  case "session":
    leaveAChild(inNewSession: true)
    exit(1)
  case "outlive":
    leaveAChild(inNewSession: true)
    while true { sleep(60) }
  case "lie": return LayoutReply(half, nanoseconds: 1 << 60)
  case "chatter":
    // One answer more than requests.
    say("{\"type\":\"layout\",\"layout_ns\":1,\"nodes\":6,\"dimensions\":2}\n")
    say(String(repeating: "\0", count: 96))
    return LayoutReply(half)
  case "unasked":
    for _ in 0..<5 {
      say(
        "{\"type\":\"frame\",\"iteration\":1,\"elapsed_ns\":1,\"nodes\":6,\"dimensions\":2}\n")
      say(String(repeating: "\0", count: 96))
    }
    return LayoutReply(half)
  case "flood": while true { say(String(repeating: "x", count: 1 << 16)) }
  case "child":
    leaveAChild()
    exit(1)
  case "close":
    close(0)
    close(1)
    while true { sleep(60) }
  case "memory":
    var blocks: [[UInt8]] = []
    while true {
      // The machine keeps enough memory if nothing ends this.
      if blocks.count < 64 {
        blocks.append([UInt8](repeating: UInt8(blocks.count), count: 16 << 20))
      }
      usleep(50_000)
    }
  case "refuse": throw EngineFailure("only trees,\nplease")
  case "seeded":
    var state = request.seed &+ 1
    return LayoutReply(
      half.map { row in
        row.map { value in
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          return value + Double(state >> 40)
        }
      }, iterations: 7)
  case "frames":
    for frame in 0..<request.frames { request.sendFrame(request.start, iteration: frame) }
    return LayoutReply(half, iterations: request.frames)
  case "scale":
    let factor = request.number("factor") ?? 0
    let weight = request.weights.map { $0.reduce(0, +) } ?? 1
    return LayoutReply(request.start.map { $0.map { $0 * factor * weight } })
  default: return LayoutReply(half)
  }
  exit(0)
}
