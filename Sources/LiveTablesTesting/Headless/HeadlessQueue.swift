@_spi(Adapters) import LiveTablesCells

/// The cells that wait to be reused, and where new ones come from.
@MainActor struct HeadlessQueue {
  private var sources: [String: CellSource] = [:]
  private var waiting: [String: [HeadlessCell]] = [:]

  mutating func register(_ source: CellSource, _ name: String) { sources[name] = source }

  mutating func enqueue(_ cell: HeadlessCell, _ name: String) { waiting[name, default: []].append(cell) }

  /// The cell that came to the queue last, or a new one.
  mutating func dequeue(
    _ name: String, reuseIdentifier: String, nibs: [String: @MainActor () -> HeadlessCell],
    prototypes: [String: @MainActor () -> HeadlessCell]
  ) -> HeadlessCell? {
    if let cell = waiting[name]?.popLast() {
      cell.prepareForReuse()
      return cell
    }
    let cell: HeadlessCell?
    switch sources[name] {
    case .type(let type): cell = (type as? HeadlessCell.Type)?.init()
    case .factory(let make): cell = make(reuseIdentifier) as? HeadlessCell
    case .nib(let nib, _): cell = nibs[nib]?()
    case .prototype, nil: cell = prototypes[reuseIdentifier]?()
    }
    cell?.reuseIdentifier = reuseIdentifier
    return cell
  }

  func contains(_ cells: [ObjectIdentifier]) -> Bool {
    let all = Set(waiting.values.joined().map(ObjectIdentifier.init))
    return cells.contains { all.contains($0) }
  }
}
