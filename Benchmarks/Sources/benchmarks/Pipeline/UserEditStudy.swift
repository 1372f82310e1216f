import LiveTables

/// What an edit by the user keeps the main actor busy for, in tables of any size.
@MainActor enum UserEditStudy {
  private static let edits = 40

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [1_000, 10_000, 100_000, 1_000_000] {
      findings.append(
        try await finding("delete", size) { editing, place in editing.delete(at: RowPath(section: 0, row: place)) })
      findings.append(
        try await finding("move", size) { editing, place in
          editing.move(from: RowPath(section: 0, row: place), to: RowPath(section: 0, row: size / 4 + place % 100))
        })
      findings.append(
        try await finding("update", size) { editing, place in
          editing.update(EightRow(number: place, revision: 1), at: RowPath(section: 0, row: place))
        })
    }
    return findings
  }

  private static func finding(
    _ name: String, _ size: Int, _ edit: (TableEditing<OneSection, EightRow<Int>>, Int) -> Bool
  ) async throws -> Finding {
    let view = HeadlessView<EightRow<Int>>()
    view.link.editing.editor = .deleting() + .updating() + .moving(to: .anywhere)
    let table = EightRow<Int>.table(size)
    let store = TableStore<OneSection, EightRow<Int>>()
    let binding = view.bind(store)
    try await store.submit(table)
    var random = SplitMix64(state: 41)
    var times: [Double] = []
    for _ in 0..<edits {
      // Rows that were not moved: for an update by position names the row that is there.
      let place =
        name == "update"
        ? Int.random(in: 0..<size, using: &random) : Int.random(in: size / 2..<size - edits, using: &random)
      let batches = view.batches
      let start = MainLoop.processorTime
      let isDone = edit(view.link.editing, place)
      // Until the store has it, with all that the main actor does for it.
      try await store.edit { _ in }
      times.append(MainLoop.processorTime - start)
      precondition(isDone && view.batches > batches, "the edit was not shown")
    }
    binding.cancel()
    let median = Race.median(times)
    return Finding(
      what: "main actor per \(name) by the user, \(Format.grouped(size)) rows",
      value: "\(Format.short(median)) ms", target: ("at most 0.5 ms", median <= 0.5),
      json: [
        "scenario": "user-edits", "row": "eight", "rows": .count(size), "edit": .text(name), "main_ms": .time(median),
      ])
  }
}
