import Foundation

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

  func takeChanges() -> PageMessage? {
    guard hasChanged else { return nil }
    hasChanged = false
    return state
  }
}
