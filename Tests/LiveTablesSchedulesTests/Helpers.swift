import LiveTablesSchedules
import Testing

/// Returns the failure of an exploration.
func failure(
  of exploration: () async throws -> some Any, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ScheduleFailure {
  let failure = await #expect(throws: ScheduleFailure.self, sourceLocation: sourceLocation) {
    _ = try await exploration()
  }
  return try #require(failure, sourceLocation: sourceLocation)
}

/// An account that loses deposits, because it waits between reading and writing its balance.
actor Account {
  private(set) var balance = 0

  func deposit(_ amount: Int) async {
    let old = balance
    await MainActor.run {}
    balance = old + amount
  }

  func set(_ balance: Int) { self.balance = balance }

  /// Traps if two tasks deposit at the same time.
  func checkedDeposit() async {
    balance += 1
    let old = balance
    await MainActor.run {}
    precondition(balance == old)
  }
}

actor Log {
  private(set) var names: [String] = []

  func add(_ name: String) { names.append(name) }

  /// Starts tasks that each add a name.
  func startTasks(_ names: [String]) {
    for name in names { Task { add(name) } }
  }
}

@MainActor final class MainLog {
  static let current = MainLog()

  private var names: [String] = []

  func append(_ name: String) { names.append(name) }

  func take() -> [String] {
    defer { names = [] }
    return names
  }
}
