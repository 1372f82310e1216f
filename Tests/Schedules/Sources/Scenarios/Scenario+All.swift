extension Scenario {
  /// All of them.
  public static var all: [Scenario] { submissions + edits + ends + drags + reentrancy + views }
}
