import LiveTablesSchedules

/// A log of events, in order.
final class Log: @unchecked Sendable {  // everything runs on one thread
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }

  @MainActor func note(_ entry: String) {
    MainActor.preconditionIsolated()
    entries.append(entry)
  }
}

actor Counter {
  private(set) var value = 0

  func add(_ summand: Int) { value += summand }
}
