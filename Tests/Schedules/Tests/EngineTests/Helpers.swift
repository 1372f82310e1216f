import LiveTablesSchedules

/// What happened, in order.
final class Log: @unchecked Sendable {  // everything runs on one thread
  private(set) var entries: [String] = []

  func add(_ entry: String) { entries.append(entry) }

  @MainActor func note(_ entry: String) {
    MainActor.preconditionIsolated()
    entries.append(entry)
  }
}

/// An actor whose every hop is scheduled.
actor Counter {
  private let lane: ActorLane
  private(set) var value = 0

  init(on lane: ActorLane) { self.lane = lane }

  nonisolated var unownedExecutor: UnownedSerialExecutor { lane.unownedExecutor }

  func add(_ summand: Int) { value += summand }
}
