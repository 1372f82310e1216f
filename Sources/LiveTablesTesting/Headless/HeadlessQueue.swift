import LiveTablesCells

/// The registered cell sources and the reusable cells of a ``HeadlessTableView``.
@MainActor struct HeadlessQueue {
  /// The sources by reuse identifier, which a supplementary kind precedes: `header/Title`.
  private var sources: [String: CellSource] = [:]
  /// The reusable cells by reuse identifier, of which the last one is reused first.
  private var waiting: [String: [HeadlessCell]] = [:]

  mutating func register(_ source: CellSource, _ name: String) { sources[name] = source }

  mutating func enqueue(_ cell: HeadlessCell, _ name: String) { waiting[name, default: []].append(cell) }

  mutating func take(_ name: String) -> HeadlessCell? { waiting[name]?.popLast() }

  func source(_ name: String) -> CellSource? { sources[name] }

  func contains(_ cells: [ObjectIdentifier]) -> Bool {
    let all = Set(waiting.values.joined().map(ObjectIdentifier.init))
    return cells.contains { all.contains($0) }
  }
}
