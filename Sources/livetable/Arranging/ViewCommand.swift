import LiveTablesTerminal

/// A command other than those that arrange rows.
enum ViewCommand: Hashable, Sendable {
  case help
  case messages
  case detail
  case copy, copyRow
  case nextMatch, previousMatch
  case hideColumn, showColumns, moveColumnLeft, moveColumnRight, freeze, narrower, wider
  case differences
  case sum
  case time
  case back, forward
  case previousChange, nextChange
  case now
  case run, slower, faster
  case query, edit, save

  /// Returns the command of a key, or `nil` if the key has none.
  init?(_ key: Key) {
    switch key {
    case "?", "H": self = .help
    case "e": self = .messages
    case .enter: self = .detail
    case "y": self = .copy
    case "Y": self = .copyRow
    case "n": self = .nextMatch
    case "N": self = .previousMatch
    case "c": self = .hideColumn
    case "C": self = .showColumns
    case "(": self = .moveColumnLeft
    case ")": self = .moveColumnRight
    case "f": self = .freeze
    case "w": self = .narrower
    case "W": self = .wider
    case "d": self = .differences
    case "a": self = .sum
    case "@": self = .time
    case "[": self = .back
    case "]": self = .forward
    case "{": self = .previousChange
    case "}": self = .nextChange
    case ".": self = .now
    case "r": self = .run
    case "+", "=": self = .slower
    case "-": self = .faster
    case ":": self = .query
    case "E": self = .edit
    case "S": self = .save
    default: return nil
    }
  }

  /// All keys and their effects, for `--help`, the help screen and the test of the documentation.
  static let keys: [(keys: String, action: String)] = [
    ("↑ ↓ j k", "move the cursor; page up and down, home and end, g and G go further"),
    ("← → h l", "move the cursor to another column, and scroll sideways"),
    ("mouse", "the wheel scrolls; a click moves the cursor, or sorts by a title"),
    ("/ *", "filter while typing: word, !word, RSS>9M, /a b/; only changed rows"),
    ("n N 0–9", "to the next or previous row that the filter finds; to a row's number"),
    ("Escape", "show all rows again; without a filter, take the cursor away"),
    ("s , > < o", "sort by the column, also by it, by the next, the previous; reverse"),
    ("t T u", "group by the cursor's column, by the next one; ungroup"),
    ("a d", "add up the cursor's column; show by how much numbers changed"),
    ("c C ( )", "hide the cursor's column; show all; move it left or right"),
    ("w W f", "make it narrower or wider; freeze the columns up to it, or none"),
    ("x", "select the row, or not any more: for commands of --bind"),
    ("y Y S", "copy the cell, the row (OSC 52); save what is shown to a file"),
    ("Return", "show all of the row, and each value that it had"),
    ("[ ] . @", "one state back or forward in the history; now; a time"),
    ("{ }", "to the previous or next change of the row"),
    ("space", "pause, and go on"),
    ("r + -", "run now; run less often, more often"),
    (": E", "sqlite: another query, Tab completes names; change the cell"),
    ("e ?", "show the last messages; show these keys"),
    ("q ctrl-C", "quit"),
  ]

  static var lines: [String] {
    keys.map { "  " + $0.keys + String(repeating: " ", count: max(1, 10 - $0.keys.count)) + $0.action }
  }
}
