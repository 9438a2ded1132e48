import Foundation

/// What a live view shows and changes: layouts, or a scene of bodies. Only the thread of the session uses it.
protocol LiveContent: AnyObject {
  /// The manuals that the page makes its controls from, as JSON.
  var controls: String { get }
  /// What is drawn, besides positions, and the names that requests use.
  var graph: PageMessage { get }
  var state: PageMessage { get }
  /// Increases whenever `graph` changes.
  var revision: Int { get }
  /// Increases whenever the picture changes.
  var version: Int { get }
  /// Whether a tick would do anything.
  var canTick: Bool { get }
  var tickInterval: Duration { get }
  func tick()
  /// The newest frame.
  func frame() -> Data
  /// The state, if it has changed since the last call.
  func takeChanges() -> PageMessage?
  /// Returns an answer for the page that asks. Throws if the request is not possible.
  func handle(_ request: PageRequest) throws -> PageMessage?
}
