import LiveTables

/// The time of the main actor for an edit by the user, in a store and in a live table of any size.
@MainActor enum UserEditStudy {
  private static let edits = 40

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [1_000, 10_000, 100_000, 1_000_000] {
      for isLive in [false, true] {
        findings.append(
          try await finding("delete", size, isLive) { editing, place in
            editing.delete(at: RowPath(section: 0, row: place))
          })
        findings.append(
          try await finding("move", size, isLive) { editing, place in
            editing.move(from: RowPath(section: 0, row: place), to: RowPath(section: 0, row: size / 4 + place % 100))
          })
        findings.append(
          try await finding("update", size, isLive) { editing, place in
            editing.update(EightRow(number: place, revision: 1), at: RowPath(section: 0, row: place))
          })
      }
    }
    return findings
  }

  private static func finding(
    _ name: String, _ size: Int, _ isLive: Bool, _ edit: (UserEditing<OneSection, EightRow<Int>>, Int) -> Bool
  ) async throws -> Finding {
    let view = HeadlessView<EightRow<Int>>()
    let table = EightRow<Int>.table(size)
    let (live, store) = (LiveTable(table), TableStore<OneSection, EightRow<Int>>(table))
    let source: any TableSource<OneSection, EightRow<Int>> = isLive ? live : store
    let binding = view.bind(source, editing: .deleting() + .updating() + .moving(to: .anywhere))
    for await change in binding.changes where change.table.count == size { break }
    var random = SplitMix64(state: 41)
    var times: [Double] = []
    let begun = MainLoop.processorTime
    for _ in 0..<edits {
      // Rows that were not moved: for an update by position names the row that is there.
      let place =
        name == "update"
        ? Int.random(in: 0..<size, using: &random) : Int.random(in: size / 2..<size - edits, using: &random)
      let batches = view.batches
      let start = MainLoop.processorTime
      let isDone = edit(view.link.editing, place)
      // Until the source has it, with all that the main actor does for it.
      _ = await source.state
      if !isLive { try await store.edit { _ in } }
      times.append(MainLoop.processorTime - start)
      precondition(isDone && view.batches > batches, "the edit was not shown")
    }
    // When this row is on screen, the main actor has done all that the edits before have led to.
    let last = EightRow<Int>(number: size, revision: 0)
    if isLive { try await live.edit { $0.append(last) } } else { try await store.edit { $0.append(last) } }
    while view.link.table.last?.identity != last.identity { try await Task.sleep(for: .milliseconds(1)) }
    let mean = (MainLoop.processorTime - begun) / Double(edits + 1)
    binding.cancel()
    let median = Race.median(times)
    return Finding(
      what: "main actor per \(name) by the user in a \(isLive ? "live table" : "store"), \(Format.grouped(size)) rows",
      value: "\(Format.short(median)) ms; \(Format.short(mean)) ms on average, with all that follows",
      target: ("at most 0.3 ms", median <= 0.3),
      json: [
        "scenario": "user-edits", "row": "eight", "rows": .count(size),
        "edit": .text(isLive ? "\(name) in a live table" : name),
        "main_ms": .time(median), "mean_ms": .time(mean),
      ])
  }
}
