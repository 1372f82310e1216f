/// Something measured that is no line of the big table.
enum Study: String, CaseIterable {
  /// The fewest moves where others move everything.
  case moves
  /// Edits by path and their changesets, in tables of any size.
  case paths
  /// Identities whose hashes are all the same.
  case collisions
  /// Ten million rows.
  case memory

  /// What was found, line by line.
  func findings() -> [Finding] {
    switch self {
    case .moves: MoveStudy.findings()
    case .paths: PathStudy.findings()
    case .collisions: CollisionStudy.findings()
    case .memory: MemoryStudy.findings()
    }
  }

  /// Whether it takes more than seconds.
  var isLong: Bool { self == .memory }
}

/// A line of a study.
struct Finding {
  let what: String
  let value: String
  /// What was hoped for, and whether it came true.
  var target: (text: String, isMet: Bool)?

  var line: String {
    let verdict = target.map { "  (\($0.text): \($0.isMet ? "met" : "MISSED"))" } ?? ""
    return "  " + Format.padded(what, to: 64, left: true) + "  " + value + verdict
  }
}
