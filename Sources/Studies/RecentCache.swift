import Synchronization

/// The values made last, by what tells one from another: the trials of a run share them.
final class RecentCache<Value: Sendable>: Sendable {
  private let held = Mutex<[(key: String, value: Value)]>([])
  private let capacity = 4

  /// The value of `key`, made if it is not on the shelf.
  func value(_ key: String, _ make: () throws -> Value) rethrows -> Value {
    if let held = held.withLock({ $0.first { $0.key == key } }) { return held.value }
    let value = try make()
    held.withLock { held in
      held.append((key, value))
      if held.count > capacity { held.removeFirst() }
    }
    return value
  }
}
