import LiveTablesTerminal

/// What a key does beside arranging rows.
enum ViewCommand: Hashable, Sendable {
  case help
  case messages
  case detail
  case copy
  case back, forward
  case previousChange, nextChange
  case now
  case run, slower, faster

  /// The command of a key, for keys that have one.
  init?(_ key: Key) {
    switch key {
    case "?", "H": self = .help
    case "e": self = .messages
    case .enter: self = .detail
    case "y": self = .copy
    case "[": self = .back
    case "]": self = .forward
    case "{": self = .previousChange
    case "}": self = .nextChange
    case ".": self = .now
    case "r": self = .run
    case "+", "=": self = .slower
    case "-": self = .faster
    default: return nil
    }
  }

  /// All keys and what they do: for `--help`, the help screen and the documentation's test.
  static let keys: [(keys: String, action: String)] = [
    ("↑ ↓ j k", "move the cursor; page up and down, home and end, g and G go further"),
    ("← → h l", "scroll sideways"),
    ("/", "filter while typing: only rows that have all words"),
    ("Escape", "show all rows again; without a filter, take the cursor away"),
    ("> < s S", "sort by the next or previous column"),
    ("o", "reverse the order"),
    ("t T u", "group by the next or previous column; ungroup"),
    ("space", "pause, and go on"),
    ("[ ]", "one state back or forward in the history"),
    ("{ }", "to the previous or next change of the row at the cursor"),
    (".", "back to now"),
    ("Return", "show all of the row at the cursor, and each value that it had"),
    ("y", "copy the row at the cursor (OSC 52)"),
    ("r + -", "run now; run less often, more often"),
    ("e", "show the last messages"),
    ("?", "show these keys"),
    ("q ctrl-C", "quit"),
  ]

  /// The keys as lines of text.
  static var lines: [String] {
    keys.map { "  " + $0.keys + String(repeating: " ", count: max(1, 10 - $0.keys.count)) + $0.action }
  }
}
