import ForceLabPlugins
import Foundation
import Synchronization

/// The simulation of a live view, on a thread of its own: one layout, two in step, or a scene of bodies.
///
/// Pages send requests, which take effect between two ticks. The thread makes a frame only if a page has
/// drawn the one before it, at most 60 times a second, and never waits for a page.
public final class LiveSession: Sendable {
  private struct Inbox {
    var requests: [(content: PageRequest, page: Outbox)] = []
    /// Those that have been greeted; the thread greets new ones before it sends them anything else.
    var pages: [Outbox] = []
    var newPages: [Outbox] = []
    /// The page whose drag began last.
    var dragging: Outbox?
    var hasEnded = false
  }

  private static let maxRequests = 256
  private static let frameInterval = Duration.nanoseconds(1_000_000_000 / 60)

  private let inbox = Mutex(Inbox())
  private let hasChanges = Atomic<Bool>(false)
  private let semaphore = DispatchSemaphore(value: 0)
  private let content: Mutex<any LiveContent>
  private let catalog: Catalog
  /// What pages make their controls from, as JSON.
  private let controls: String

  init(_ content: sending any LiveContent) {
    let source = content.source
    (catalog, controls) = (source.catalog, source.sheet.json(of: source.catalog))
    self.content = Mutex(content)
  }

  /// Starts the thread. Call it once.
  func start() {
    let thread = Thread { [self] in
      // The content belongs to this thread from here on.
      content.withLock { run($0) }
    }
    // Trees and placements recurse.
    thread.stackSize = 16 << 20
    thread.name = "simulation"
    thread.start()
  }

  func end() {
    inbox.withLock { $0.hasEnded = true }
    wakeUp()
  }

  // MARK: What connections call

  func add(_ page: Outbox) {
    inbox.withLock { $0.newPages.append(page) }
    wakeUp()
  }

  /// What the page drags is dropped.
  func remove(_ page: Outbox) {
    inbox.withLock { inbox in
      inbox.pages.removeAll { $0 === page }
      inbox.newPages.removeAll { $0 === page }
      inbox.requests.append((PageRequest(.dragEnd), page))
    }
    wakeUp()
  }

  /// Waits while too many requests wait, so that the page waits, too. Throws a `Diagnostic` if `text` is not a request.
  func submit(_ text: String, from page: Outbox) async throws {
    let request = try PageRequest(text, catalog: catalog)
    while true {
      let isTaken = inbox.withLock { inbox in
        guard inbox.requests.count < Self.maxRequests else { return false }
        inbox.requests.append((request, page))
        return true
      }
      if isTaken { return wakeUp() }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Something waits for the thread: a request, or a page that is ready for a frame.
  func wakeUp() {
    if hasChanges.exchange(true, ordering: .acquiringAndReleasing) == false { semaphore.signal() }
  }

  // MARK: The thread

  private func run(_ content: any LiveContent) {
    // The first page sees the layout unfold.
    var hasPage = false
    var nextTick = ContinuousClock.now
    var nextFrame = ContinuousClock.now
    while true {
      if hasChanges.exchange(false, ordering: .acquiringAndReleasing) {
        guard handle(content, &hasPage) else { return }
      }
      let canTick = hasPage && content.canTick
      var now = ContinuousClock.now
      if canTick, now >= nextTick {
        content.tick()
        // After a pause, ticks are not made up for.
        nextTick = max(nextTick + content.tickInterval, now - content.tickInterval)
        now = .now
      }
      let pages = inbox.withLock { $0.pages }
      let version = content.version
      var isDue = pages.contains { $0.wants(version) }
      if isDue, now >= nextFrame {
        let frame = content.frame()
        for page in pages { page.offer(frame, version: version) }
        nextFrame = now + Self.frameInterval
        isDue = false
      }
      if content.hasChanged {
        content.hasChanged = false
        let state = content.state
        for page in pages { page.send(state) }
      }
      wait(
        until: [hasPage && content.canTick ? nextTick : nil, isDue ? nextFrame : nil].compactMap {
          $0
        }.min())
    }
  }

  private func wait(until time: ContinuousClock.Instant?) {
    guard let time else { return semaphore.wait() }
    let left = ContinuousClock.now.duration(to: time)
    guard left > .zero else { return }
    _ = semaphore.wait(timeout: DispatchTime.now() + left / .seconds(1))
  }

  /// Does what pages ask; false at the end.
  func handle(_ content: any LiveContent, _ hasPage: inout Bool) -> Bool {
    let (requests, newPages, hasEnded) = inbox.withLock { inbox in
      defer { (inbox.requests, inbox.newPages) = ([], []) }
      inbox.pages += inbox.newPages
      return (inbox.requests, inbox.newPages, inbox.hasEnded)
    }
    if hasEnded { return false }
    for page in newPages {
      page.send(PageMessage("hello", ["controls": controls]))
      page.send(content.graph)
      page.send(content.state)
      hasPage = true
    }
    let revision = content.revision
    for (request, page) in requests where !isOfAnotherDrag(request, page) {
      do {
        if let answer = try content.handle(request) { page.send(answer) }
        if request.command == .dragStart { inbox.withLock { $0.dragging = page } }
        if request.command == .dragEnd { inbox.withLock { $0.dragging = nil } }
      } catch {
        page.send(.error(error))
      }
    }
    if content.revision != revision {
      for page in inbox.withLock({ $0.pages }) { page.send(content.graph) }
    }
    return true
  }

  /// A page moves and drops only what it drags itself.
  private func isOfAnotherDrag(_ request: PageRequest, _ page: Outbox) -> Bool {
    (request.command == .drag || request.command == .dragEnd)
      && inbox.withLock { $0.dragging !== page }
  }
}

/// What a live view shows and changes: layouts, or a scene of bodies. Only the thread of the session uses it.
protocol LiveContent: AnyObject {
  var source: LiveSource { get }
  /// What is drawn, besides positions, and the names that requests use.
  var graph: PageMessage { get }
  var state: PageMessage { get }
  /// Increases whenever `graph` changes.
  var revision: Int { get }
  /// Increases whenever the picture changes.
  var version: Int { get }
  /// Whether a tick would do anything.
  var canTick: Bool { get }
  /// Ticks per second; nil for as many as possible.
  var rate: Double? { get }
  func tick()
  /// The newest frame.
  func frame() -> Data
  /// Whether the state has changed since it was taken last.
  var hasChanged: Bool { get set }
  /// Returns an answer for the page that asks. Throws if the request is not possible.
  func handle(_ request: PageRequest) throws -> PageMessage?
}

extension LiveContent {
  var tickInterval: Duration { rate.map { .nanoseconds(Int(clamping: 1e9 / $0)) } ?? .zero }
}
