import LiveTables

/// Measures the main actor's time for a user's edit, in stores and in live tables of several sizes.
@MainActor enum UserEditStudy {
  private typealias Row = EightRow<Int>
  private typealias Table = TableSnapshot<OneSection, Row>
  private typealias Edit = (UserEditing<OneSection, Row>, RowPath, _ number: Int, _ size: Int) -> Bool

  private static let edits = 200

  private static let kinds: [(name: String, edit: Edit)] = [
    ("delete", { editing, path, _, _ in editing.delete(at: path) }),
    ("insert", { editing, path, number, size in editing.insert(Row(number: size + number, revision: 0), at: path) }),
    (
      "move",
      { editing, path, _, size in editing.move(from: path, to: RowPath(section: 0, row: size / 4 + path.row % 100)) }
    ),
    ("update", { editing, path, _, _ in editing.update(Row(number: path.row, revision: 1), at: path) }),
  ]

  static func findings() async throws -> [Finding] {
    var findings: [Finding] = []
    for size in [1_000, 10_000, 100_000, 1_000_000] {
      // The edits share one table, because freeing a large table slows down the allocations after it.
      let table = Row.table(size)
      for isLive in [false, true] {
        for (name, edit) in kinds { findings.append(try await finding(name, table, isLive, edit)) }
      }
    }
    return findings
  }

  private static func finding(
    _ name: String, _ table: Table, _ isLive: Bool, _ edit: Edit
  ) async throws -> Finding {
    let (view, size) = (HeadlessView<Row>(), table.count)
    let (live, store) = (LiveTable(table), TableStore<OneSection, Row>(table))
    let source: any TableSource<OneSection, Row> = isLive ? live : store
    let binding = view.bind(source, editing: .deleting() + .inserting() + .updating() + .moving(to: .anywhere))
    for await change in binding.changes where change.table.count == size { break }
    var random = SplitMix64(state: 41)
    var times: [Double] = []
    let begun = MainLoop.processorTime
    for number in 0..<edits {
      // Updates keep all rows in place. Other edits avoid rows that were moved, and the end, which deletes shorten.
      let place =
        name == "update"
        ? Int.random(in: 0..<size, using: &random) : Int.random(in: size / 2..<size - edits, using: &random)
      let batches = view.batches
      let start = MainLoop.processorTime
      let isDone = edit(view.link.editing, RowPath(section: 0, row: place), number, size)
      // Waits until the source has the edit, which includes the main actor's work for it.
      _ = await source.state
      if !isLive { try await store.edit { _ in } }
      times.append(MainLoop.processorTime - start)
      precondition(isDone && view.batches > batches, "the edit was not shown")
    }
    // When this row is on screen, the main actor has finished the work for all earlier edits.
    let last = Row(number: 2 * size, revision: 0)
    if isLive { try await live.edit { $0.append(last) } } else { try await store.edit { $0.append(last) } }
    while view.link.table.last?.identity != last.identity { try await Task.sleep(for: .milliseconds(1)) }
    let mean = (MainLoop.processorTime - begun) / Double(edits + 1)
    binding.cancel()
    // Excludes the first edit, which also loads what the later edits reuse.
    let later = times.dropFirst().sorted()
    let (median, most) = (Race.median(Array(later)), later[later.count - 1])
    return Finding(
      what: "main actor per \(name) by the user in a \(isLive ? "live table" : "store"), \(Format.grouped(size)) rows",
      value: "\(Format.short(median)) ms, at most \(Format.short(most)) ms (the first \(Format.short(times[0])) ms); "
        + "\(Format.short(mean)) ms on average, including the work that follows",
      target: ("at most 0.3 ms", median <= 0.3),
      json: [
        "scenario": "user-edits", "row": "eight", "rows": .count(size),
        "edit": .text(isLive ? "\(name) in a live table" : name),
        "main_ms": .time(median), "most_ms": .time(most), "mean_ms": .time(mean),
      ])
  }
}
