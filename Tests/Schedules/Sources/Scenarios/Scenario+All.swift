extension Scenario {
  /// The scenarios whose schedules are enumerated.
  package static var small: [Scenario] {
    submissions + edits + complete + ends + departures + drags + reentrancy + views + users + live + pending
      + waiting + saving
  }

  /// All scenarios.
  package static var all: [Scenario] { small + large + randomUsers }
}
