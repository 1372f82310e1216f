import LiveTablesTerminal

/// A command that does not arrange rows.
enum ViewCommand: Hashable, Sendable {
  case help, messages, detail, copy, copyRow, nextMatch, previousMatch
  case hideColumn, showColumns, moveColumnLeft, moveColumnRight, freeze, narrower, wider
  case differences, sum
  case time, back, forward, previousChange, nextChange, now
  case run, slower, faster
  case query, edit, save

  static let ofKeys: [Key: Self] = [
    "?": .help, "H": .help, "e": .messages, .enter: .detail, "y": .copy, "Y": .copyRow, "n": .nextMatch,
    "N": .previousMatch, "c": .hideColumn, "C": .showColumns, "(": .moveColumnLeft, ")": .moveColumnRight,
    "f": .freeze, "w": .narrower, "W": .wider, "d": .differences, "a": .sum, "@": .time, "[": .back, "]": .forward,
    "{": .previousChange, "}": .nextChange, ".": .now, "r": .run, "+": .slower, "=": .slower, "-": .faster,
    ":": .query, "E": .edit, "S": .save,
  ]

  static let helpHint = "? help"

  /// All keys and their effects, for `--help`, the help screen and the test of the documentation.
  static let keys: [(keys: String, action: String)] = [
    ("↑ ↓ j k", "move the cursor; also page up, page down, home, end, g and G"),
    ("← → h l", "move the cursor to another column, and scroll sideways"),
    ("mouse", "scroll with the wheel; click a row to go to it, a title to sort"),
    ("/ *", "filter: word, !word, RSS>9M, /a b/; show only changed rows"),
    ("n N 0–9", "go to the next or previous match; go to a row number"),
    ("Escape", "clear the filter; without a filter, hide the cursor"),
    ("s , > < o", "sort by the column, then by it; by the next, the previous; reverse"),
    ("t T u", "group by the cursor's column or the next one; ungroup"),
    ("a d", "add up the cursor's column; show differences of numbers"),
    ("c C ( )", "hide the cursor's column; show all columns; move it left or right"),
    ("w W f", "make the column narrower or wider; freeze columns up to it, or none"),
    ("x", "select or deselect the row, for commands of --bind"),
    ("y Y S", "copy the cell or the row (OSC 52); save the visible rows to a file"),
    ("Return", "show all columns of the row, with all previous values"),
    ("[ ] . @", "go one state back or forward; return to the present; go to a time"),
    ("{ }", "go to the previous or next change of the row"),
    ("space", "pause or continue"),
    ("r + -", "run now; run less often or more often"),
    (": E", "sqlite: show another query, Tab completes names; change the cell"),
    ("e ?", "show the last messages; show these keys"),
    ("q ctrl-C", "quit"),
  ]

  static var lines: [String] {
    keys.map { "  " + $0.keys + String(repeating: " ", count: max(1, 10 - $0.keys.count)) + $0.action }
  }
}
