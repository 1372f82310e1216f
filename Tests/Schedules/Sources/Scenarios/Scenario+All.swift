extension Scenario {
  /// Those whose schedules are enumerated.
  public static var small: [Scenario] {
    submissions + edits + complete + ends + departures + drags + reentrancy + views + users + live + pending
      + waiting + saving
  }

  /// All of them.
  public static var all: [Scenario] { small + large + randomUsers }
}
