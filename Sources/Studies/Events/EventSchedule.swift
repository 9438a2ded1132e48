/// Which events are due, and which are left.
struct EventSchedule {
  private let events: [Event]
  /// The next iteration of each event that happens at iterations; nil if it is over.
  private var next: [Int?]
  /// The smallest of them.
  private var soonest: Int?
  /// The events that wait for the layout to settle, and how many times, in their order.
  private var waiting: [(event: Int, times: Int)]

  init(_ events: [Event]) {
    self.events = events
    next = events.map { $0.when == nil ? $0.first : nil }
    soonest = next.compactMap { $0 }.min()
    waiting = events.indices.filter { events[$0].when == .settled }.map { ($0, events[$0].times) }
  }

  var isOver: Bool { soonest == nil && waiting.isEmpty }

  var isWaiting: Bool { !waiting.isEmpty }

  func isDue(at iteration: Int) -> Bool { soonest == iteration }

  /// Removes the events that are due at `iteration`, in the order of the file.
  mutating func takeDue(at iteration: Int) -> [Int] {
    guard isDue(at: iteration) else { return [] }
    let due = events.indices.filter { next[$0] == iteration }
    for event in due {
      let later = events[event].every.map { iteration + $0 }
      next[event] = later.flatMap { $0 <= events[event].until ?? 0 ? $0 : nil }
    }
    soonest = next.compactMap { $0 }.min()
    return due
  }

  /// Removes the event that the settling of the layout causes; nil if there is none.
  mutating func takeSettled() -> Int? {
    guard let first = waiting.first else { return nil }
    waiting[0].times -= 1
    if first.times <= 1 { waiting.removeFirst() }
    return first.event
  }
}
