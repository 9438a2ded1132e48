import ForceLabMechanics
import ForceLabPlugins
import ForceLabSettings
import Foundation
import Synchronization

/// The simulation of a live view: one layout, or two in step, on a thread of its own.
///
/// Pages send requests, which take effect between two ticks. The thread makes a frame only if a page has
/// drawn the one before it, at most 60 times a second, and never waits for a page.
public final class LiveSession: Sendable {
  struct Letter {
    let request: LiveRequest
    let page: Outbox
  }

  private struct Inbox {
    var letters: [Letter] = []
    var pages: [Outbox] = []
    var newPages: [Outbox] = []
    var hasEnded = false
  }

  private static let letterLimit = 256
  private static let frameInterval = Duration.nanoseconds(1_000_000_000 / 60)

  private let inbox = Mutex(Inbox())
  private let hasNews = Atomic<Bool>(false)
  private let bell = DispatchSemaphore(value: 0)
  private let stage: Mutex<Stage?>
  let sheet: String

  /// A session of `stage`, whose plugins are those of `catalog`.
  init(_ stage: sending Stage, catalog: Catalog) {
    self.stage = Mutex(stage)
    sheet = ControlSheet.json(of: catalog)
  }

  /// Starts the thread. Call it once.
  func start() {
    let thread = Thread { [self] in
      // The stage belongs to this thread from here on.
      stage.withLock { stage in
        guard let stage else { return }
        run(stage)
      }
    }
    // Trees and placements recurse.
    thread.stackSize = 16 << 20
    thread.name = "simulation"
    thread.start()
  }

  func end() {
    inbox.withLock { $0.hasEnded = true }
    ring()
  }

  // MARK: What connections call

  func add(_ page: Outbox) {
    inbox.withLock {
      $0.pages.append(page)
      $0.newPages.append(page)
    }
    ring()
  }

  /// What the page drags is dropped.
  func remove(_ page: Outbox) {
    inbox.withLock { inbox in
      inbox.pages.removeAll { $0 === page }
      inbox.letters.append(Letter(request: .drop(node: 0, revision: 0), page: page))
    }
    ring()
  }

  /// Waits while too many requests wait, so that the page waits, too.
  func submit(_ request: LiveRequest, from page: Outbox) async throws {
    while true {
      let isTaken = inbox.withLock { inbox in
        guard inbox.letters.count < Self.letterLimit else { return false }
        inbox.letters.append(Letter(request: request, page: page))
        return true
      }
      if isTaken { return ring() }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// A page is ready for a frame.
  func wake() { ring() }

  private func ring() {
    if hasNews.exchange(true, ordering: .acquiringAndReleasing) == false { bell.signal() }
  }

  // MARK: The thread

  private func run(_ stage: Stage) {
    // The first page sees the layout unfold.
    var hasPage = false
    var nextTick = ContinuousClock.now
    var nextFrame = ContinuousClock.now
    while true {
      if hasNews.exchange(false, ordering: .acquiringAndReleasing) {
        guard handle(stage, &hasPage) else { return }
      }
      let canTick = hasPage && stage.canTick
      var now = ContinuousClock.now
      if canTick, now >= nextTick {
        stage.tick()
        // After a pause, ticks are not made up for.
        nextTick = max(nextTick + stage.tickInterval, now - stage.tickInterval)
        now = .now
      }
      let pages = inbox.withLock { $0.pages }
      let version = stage.version
      var isDue = pages.contains { $0.wants(version) }
      if isDue, now >= nextFrame {
        let frame = stage.frame()
        for page in pages { page.offer(frame, version: version) }
        nextFrame = now + Self.frameInterval
        isDue = false
      }
      if let text = stage.takeNews() { for page in pages { page.send(text, kind: "state") } }
      wait(
        until: [hasPage && stage.canTick ? nextTick : nil, isDue ? nextFrame : nil].compactMap {
          $0
        }.min())
    }
  }

  private func wait(until time: ContinuousClock.Instant?) {
    guard let time else { return bell.wait() }
    let left = ContinuousClock.now.duration(to: time)
    guard left > .zero else { return }
    let (seconds, attoseconds) = left.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = bell.wait(timeout: .now() + .nanoseconds(nanoseconds))
  }

  /// Does what pages ask; false at the end.
  private func handle(_ stage: Stage, _ hasPage: inout Bool) -> Bool {
    let (letters, newPages, hasEnded) = inbox.withLock { inbox in
      defer { (inbox.letters, inbox.newPages) = ([], []) }
      return (inbox.letters, inbox.newPages, inbox.hasEnded)
    }
    if hasEnded { return false }
    for page in newPages {
      page.send(Data(jsonObject(["type": "\"hello\"", "controls": sheet]).utf8), kind: "hello")
      page.send(stage.graphText, kind: "graph")
      page.send(stage.stateText, kind: "state")
      hasPage = true
    }
    let revision = stage.revision
    for letter in letters {
      do {
        if let answer = try stage.handle(letter.request) {
          letter.page.send(answer.text, kind: answer.kind)
        }
      } catch {
        let text = jsonObject([
          "type": "\"error\"", "message": Stage.message(of: error).jsonText,
        ])
        letter.page.send(Data(text.utf8), kind: "error")
      }
    }
    if stage.revision != revision {
      for page in inbox.withLock({ $0.pages }) { page.send(stage.graphText, kind: "graph") }
    }
    return true
  }
}
