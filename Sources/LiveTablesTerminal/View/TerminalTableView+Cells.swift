package import LiveTablesCells

/// The cells of a terminal table, each of which is a line of text.
///
/// Cells are not reused, because creating a cell is as cheap as setting its text. The cell of a row is created when the
/// row appears on screen, and is kept until the row leaves the screen.
extension TerminalTableView: CellHost {
  package func register(_ source: CellSource, reuseIdentifier: String) {
    cellSources[reuseIdentifier] = source
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> TerminalLine? {
    line(cellSources[reuseIdentifier], reuseIdentifier)
  }

  package func placeholder(for path: RowPath, problem: CellProblem, dequeued: TerminalLine?)
    -> TerminalLine
  {
    TerminalLine("? \(problem)", .alarm)
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    cellSources["\(kind.name)/\(reuseIdentifier)"] = source
  }

  package func dequeueSupplementaryView(reuseIdentifier: String, for place: SupplementaryPath)
    -> TerminalLine?
  {
    line(cellSources["\(place.kind.name)/\(reuseIdentifier)"], reuseIdentifier)
  }

  private func line(_ source: CellSource?, _ reuseIdentifier: String) -> TerminalLine? {
    switch source {
    case .type(let type): type == TerminalLine.self ? TerminalLine() : nil
    case .factory(let make): make(reuseIdentifier) as? TerminalLine
    case .nib, .prototype, nil: nil
    }
  }

  // MARK: - On and off the screen

  /// Returns the cell for visible content, and creates it if necessary.
  func line(for content: ListLayout.Content) -> TerminalLine? {
    if let line = visibleCells[content] { return line }
    let line: TerminalLine? =
      switch content {
      case .tableHeader: accessories.header
      case .tableFooter: accessories.footer
      case .row(let path): cells.cell(at: path, in: self)
      case .header(let section): cells.supplementaryView(at: SupplementaryPath(.header, section: section), in: self)
      case .footer(let section): cells.supplementaryView(at: SupplementaryPath(.footer, section: section), in: self)
      }
    line?.onChange = { [weak self] in self?.setNeedsDisplay() }
    visibleCells[content] = line
    return line
  }

  /// Releases the cells of content that is no longer visible.
  func keepLines(of visible: Set<ListLayout.Content>) {
    for (content, line) in visibleCells where !visible.contains(content) {
      visibleCells[content] = nil
      leave(content, line)
    }
  }

  func dropLines() {
    visibleCells = [:]
    cells.reload()
  }

  func moveLines(through map: PathMap?, _ reloads: CellReloads) {
    if let map {
      let before = visibleCells
      visibleCells = [:]
      for (content, line) in before {
        let target: ListLayout.Content? =
          switch content {
          case .tableHeader, .tableFooter: content
          case .row(let path): map.target(of: path).map { .row($0) }
          case .header(let section): map.target(ofSection: section).map { .header(section: $0) }
          case .footer(let section): map.target(ofSection: section).map { .footer(section: $0) }
          }
        // The scopes of all other cells have ended.
        if let target { visibleCells[target] = line }
      }
    }
    for path in reloads.rows { drop(.row(path)) }
    for place in reloads.supplementaryViews {
      drop(place.kind == .header ? .header(section: place.section) : .footer(section: place.section))
    }
  }

  private func drop(_ content: ListLayout.Content) {
    if let line = visibleCells.removeValue(forKey: content) { leave(content, line) }
  }

  private func leave(_ content: ListLayout.Content, _ line: TerminalLine) {
    line.onChange = nil
    switch content {
    case .row: cells.didEndDisplaying(line)
    case .header: cells.didEndDisplaying(line, kind: .header)
    case .footer: cells.didEndDisplaying(line, kind: .footer)
    case .tableHeader, .tableFooter: break
    }
  }

  // MARK: - Layout

  func layout(of table: TableSnapshot<Section, Row>) -> ListLayout {
    let counts = table.rowCounts
    return ListLayout(
      rowCounts: counts, headers: lines(.header, counts.count), footers: lines(.footer, counts.count),
      hasTableHeader: accessories.header != nil, hasTableFooter: accessories.footer != nil)
  }

  private func lines(_ kind: SupplementaryKind, _ count: Int) -> [Bool] {
    if cells.supplementaries[kind] == nil { return [] }
    if kind == .header, let sectionTitle {
      return link.table.sections.map { sectionTitle($0.value) != nil }
    }
    return (0..<count).map { cells.hasSupplementaryView(at: SupplementaryPath(kind, section: $0), in: self) }
  }
}
