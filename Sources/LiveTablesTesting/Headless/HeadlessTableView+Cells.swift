package import LiveTablesCells

extension HeadlessTableView: CellHost {
  package func register(_ source: CellSource, reuseIdentifier: String) {
    registrations.append(reuseIdentifier)
    queue.register(source, reuseIdentifier)
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> HeadlessCell? {
    dequeue(reuseIdentifier, reuseIdentifier)
  }

  package func placeholder(for path: RowPath, problem: CellProblem, dequeued: HeadlessCell?)
    -> HeadlessCell
  {
    let placeholder = HeadlessPlaceholder("?")
    placeholder.problem = "\(problem)"
    return placeholder
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    registrations.append(Self.name(reuseIdentifier, kind))
    queue.register(source, Self.name(reuseIdentifier, kind))
  }

  package func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPath)
    -> HeadlessCell?
  {
    dequeue(Self.name(reuseIdentifier, place.kind), reuseIdentifier)
  }

  /// Returns the reusable cell that was added last, or a new cell.
  ///
  /// Cells may use the view while they are created or reused.
  private func dequeue(_ name: String, _ reuseIdentifier: String) -> HeadlessCell? {
    if let cell = queue.take(name) {
      cell.prepareForReuse()
      return cell
    }
    let cell: HeadlessCell?
    switch queue.source(name) {
    case .type(let type): cell = (type as? HeadlessCell.Type)?.init()
    case .factory(let make): cell = make(reuseIdentifier) as? HeadlessCell
    case .nib(let nib, _): cell = nibs[nib]?()
    case .prototype, nil: cell = prototypes[reuseIdentifier]?()
    }
    cell?.reuseIdentifier = reuseIdentifier
    return cell
  }

  private static func name(_ reuseIdentifier: String, _ kind: SupplementaryKind) -> String {
    "\(kind.name)/\(reuseIdentifier)"
  }

  // MARK: - On and off the screen

  /// Adds cells for visible elements, and removes cells for other elements.
  func showVisible() {
    if !isLaidOut { return }
    if isShowing {
      needsShowing = true  // the code that configures a cell has scrolled
      return
    }
    link.makingCells { makeVisible() }
  }

  private func makeVisible() {
    isShowing = true
    defer { isShowing = false }
    repeat {
      needsShowing = false
      let visible = visibleElements
      let wanted = Set(visible)
      for (element, cell) in shownFromAbove where !wanted.contains(element) { leave(element, cell) }
      for element in visible where shown[element] == nil {
        guard layout[element] != nil, let cell = enter(element) else { continue }
        shown[element] = cell
        if case .row(let path) = element {
          shownRows[ObjectIdentifier(cell)] = link.table[path]
          link.events.report(.willDisplay, at: path)
        }
      }
    } while needsShowing
  }

  /// The visible cells, from top to bottom according to the last layout.
  var shownFromAbove: [(key: HeadlessElement, value: HeadlessCell)] {
    shown.sorted { top(of: $0.key) < top(of: $1.key) }
  }

  private func top(of element: HeadlessElement) -> Double { layout[element]?.top ?? 0 }

  private func enter(_ element: HeadlessElement) -> HeadlessCell? {
    switch element {
    case .tableHeader: return accessories.header
    case .tableFooter: return accessories.footer
    case .supplementary(let place): return cells.supplementaryView(at: place, in: self)
    case .row(let path):
      if let index = held.firstIndex(where: { $0.path == path }) {
        let cell = held.remove(at: index).cell
        if cells.willDisplay(cell, at: path, in: self) { return cell }
        recycle(cell)
      }
      let cell = cells.cell(at: path, in: self)
      cells.willDisplay(cell, at: path, in: self)
      return cell
    }
  }

  func leave(_ element: HeadlessElement, _ cell: HeadlessCell, isGone: Bool = false) {
    shown[element] = nil
    switch element {
    case .tableHeader, .tableFooter: break
    case .supplementary(let place):
      cells.didEndDisplaying(cell, kind: place.kind)
      if let reuseIdentifier = cell.reuseIdentifier { queue.enqueue(cell, Self.name(reuseIdentifier, place.kind)) }
    case .row(let path):
      cells.didEndDisplaying(cell)
      if let row = shownRows.removeValue(forKey: ObjectIdentifier(cell)) {
        link.events.report(.didEndDisplaying, row, at: path)
      }
      if isGone { return recycle(cell) }
      held.append((path, cell))
      while held.count > heldCells { recycle(held.removeFirst().cell) }
    }
  }

  func recycle(_ cell: HeadlessCell) {
    if let reuseIdentifier = cell.reuseIdentifier { queue.enqueue(cell, reuseIdentifier) }
  }

  // MARK: - Layout

  func clamped(_ offset: Double) -> Double { max(0, min(offset, layout.height - height)) }

  func measure() {
    var layout = HeadlessLayout()
    if let header = accessories.header { layout.append(.tableHeader, height: header.height) }
    for (index, count) in link.table.rowCounts.enumerated() {
      for kind in kindsAbove { measure(SupplementaryPath(kind, section: index), &layout) }
      if let rowHeight {
        for row in 0..<count {
          let path = RowPath(section: index, row: row)
          layout.append(.row(path), height: rowHeight(path))
        }
      } else {
        layout.append(.row(RowPath(section: index, row: 0)), count: count, height: 44)
      }
      for kind in kindsBelow { measure(SupplementaryPath(kind, section: index), &layout) }
    }
    if let footer = accessories.footer { layout.append(.tableFooter, height: footer.height) }
    self.layout = layout
  }

  private func measure(_ place: SupplementaryPath, _ layout: inout HeadlessLayout) {
    if cells.hasSupplementaryView(at: place, in: self) {
      layout.append(.supplementary(place), height: supplementaryHeight(place))
    }
  }

  func layOutAgain() {
    if engine.isInBatch { needsLayout = true }
    if engine.isInBatch || !isLaidOut { return }
    needsLayout = false
    for element in [HeadlessElement.tableHeader, .tableFooter] { shown[element] = nil }
    measure()
    scroll(to: offset)
  }
}
