public import LiveTables

/// A table as one list of lines, for views that know no sections: the header of a section, its rows, its footer, then the
/// next section.
///
/// A pure value. A view keeps one for what it shows, and has it follow each batch, which says what to do line by line.
@_spi(Adapters) public struct TableLines: Hashable, Sendable {
  /// What a line shows.
  @_spi(Adapters) public enum Line: Hashable, Sendable {
    /// What stands above the rows of a section.
    case header(Int)
    /// A row.
    case row(RowPath)
    /// What stands below the rows of a section.
    case footer(Int)
  }

  /// The lines of one section.
  private struct Part: Hashable, Sendable {
    var rows: Int
    var hasHeader: Bool
    var hasFooter: Bool
    var count: Int { rows + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0) }
  }

  private var parts: [Part]
  /// The first line of each section, and behind them how many lines there are.
  private var starts: [Int] = [0]

  /// Creates the lines of a table.
  ///
  /// - Parameters:
  ///   - rowCounts: How many rows each section has.
  ///   - hasLine: Whether a section has a header, or a footer; asked for both kinds of each section.
  /// - Complexity: O(*s*) for *s* sections.
  @_spi(Adapters) public init(
    rowCounts: [Int], hasLine: (SupplementaryKind, _ section: Int) -> Bool = { _, _ in false }
  ) {
    parts = rowCounts.enumerated().map { section, rows in
      Part(rows: rows, hasHeader: hasLine(.header, section), hasFooter: hasLine(.footer, section))
    }
    count(from: 0)
  }

  // MARK: - Asking

  /// How many lines there are.
  @_spi(Adapters) public var count: Int { starts[parts.count] }

  /// How many rows each section has.
  @_spi(Adapters) public var rowCounts: [Int] { parts.map(\.rows) }

  /// What a line shows; `nil` if there is no such line.
  ///
  /// - Complexity: O(log *s*).
  @_spi(Adapters) public subscript(line: Int) -> Line? {
    guard line >= 0, line < count else { return nil }
    let section = section(ofLine: line)
    let part = parts[section]
    let row = line - starts[section] - (part.hasHeader ? 1 : 0)
    return row < 0 ? .header(section) : row < part.rows ? .row(RowPath(section: section, row: row)) : .footer(section)
  }

  /// The line of a row; `nil` if there is no such row.
  @_spi(Adapters) public func line(of path: RowPath) -> Int? {
    guard parts.indices.contains(path.section), path.row >= 0, path.row < parts[path.section].rows else { return nil }
    return firstRow(of: path.section) + path.row
  }

  /// The line of a section's header or footer; `nil` if it has none.
  @_spi(Adapters) public func line(of kind: SupplementaryKind, section: Int) -> Int? {
    guard parts.indices.contains(section) else { return nil }
    let part = parts[section]
    if kind == .header, part.hasHeader { return starts[section] }
    return kind == .footer && part.hasFooter ? starts[section + 1] - 1 : nil
  }

  /// The gap between rows that is meant by the gap above a line: as row, how many rows of the section are before it.
  ///
  /// Above a header it is the end of the section before; above the first header of all, the beginning of its section.
  ///
  /// - Parameter line: A line, or ``count`` for the gap below all lines. What is beyond is taken for the nearest.
  /// - Returns: `nil` if there is no section.
  @_spi(Adapters) public func gap(aboveLine line: Int) -> RowPath? {
    if parts.isEmpty { return nil }
    let line = max(0, min(line, count))
    var section = line == count ? parts.count - 1 : section(ofLine: line)
    if line == starts[section], parts[section].hasHeader, section > 0 { section -= 1 }
    let row = max(0, min(line - firstRow(of: section), parts[section].rows))
    return RowPath(section: section, row: row)
  }

  /// The line above which a row is dropped that goes into a gap between rows.
  @_spi(Adapters) public func line(ofGap gap: RowPath) -> Int? {
    guard parts.indices.contains(gap.section) else { return nil }
    return firstRow(of: gap.section) + max(0, min(gap.row, parts[gap.section].rows))
  }

  private func firstRow(of section: Int) -> Int { starts[section] + (parts[section].hasHeader ? 1 : 0) }

  /// The last section that begins at or before a line; sections without lines are passed over.
  private func section(ofLine line: Int) -> Int { starts.dropFirst().partitioningIndex { $0 > line } - 1 }

  // MARK: - Changing

  /// Counts the lines again from a section on.
  private mutating func count(from section: Int) {
    starts.removeSubrange((section + 1)...)
    for part in parts[section...] { starts.append(starts[starts.count - 1] + part.count) }
  }

  /// Follows a batch, and says what that means for lines: one step after the other, each in lines of its moment.
  ///
  /// Steps that belong together are put together. What does not go and come keeps its line, or moves.
  ///
  /// - Parameters:
  ///   - operations: A legal batch.
  ///   - rowCounts: How many rows each section has afterwards.
  ///   - hasLine: Whether a section has a header, or a footer, afterwards; asked for both kinds of each section that
  ///     has another value, and of all where sections come, go or move.
  /// - Returns: `nil` if the batch does not lead to these counts; then nothing has changed.
  /// - Complexity: O(*k* *s* + *m*) for *k* operations, *s* sections and *m* lines that move with their sections.
  @_spi(Adapters) public mutating func follow(
    _ operations: BatchOperations, rowCounts: [Int], hasLine: (SupplementaryKind, _ section: Int) -> Bool
  ) -> [LineStep]? {
    var lines = self
    var steps = LineSteps()
    var updated: [Int] = []
    for step in operations.sequentialSteps {
      if case .updateSection(_, let place) = step { updated.append(place) }
      let isDone = lines.follow(step, &steps) { place in
        guard rowCounts.indices.contains(place) else { return nil }
        return Part(
          rows: rowCounts[place], hasHeader: hasLine(.header, place), hasFooter: hasLine(.footer, place))
      }
      if !isDone { return nil }
    }
    guard lines.rowCounts == rowCounts, updated.allSatisfy(rowCounts.indices.contains) else { return nil }
    // Where sections come, go or move, others may have another place, by which headers are chosen, too.
    lines.update(operations.hasSectionStructure ? Array(rowCounts.indices) : updated.sorted(), &steps, hasLine)
    self = lines
    return steps.all
  }

  /// Headers and footers come and go with the values of sections.
  private mutating func update(
    _ sections: [Int], _ steps: inout LineSteps, _ hasLine: (SupplementaryKind, _ section: Int) -> Bool
  ) {
    var moved = 0
    for section in sections {
      let before = parts[section]
      let (hasHeader, hasFooter) = (hasLine(.header, section), hasLine(.footer, section))
      let start = starts[section] + moved
      let end = start + before.count
      if before.hasFooter, !hasFooter { steps.remove(end - 1..<end, section: section) }
      if !before.hasFooter, hasFooter { steps.insert(end..<end + 1, section: section) }
      if before.hasHeader, !hasHeader { steps.remove(start..<start + 1, section: section) }
      if !before.hasHeader, hasHeader { steps.insert(start..<start + 1, section: section) }
      parts[section] = Part(rows: before.rows, hasHeader: hasHeader, hasFooter: hasFooter)
      moved += parts[section].count - before.count
    }
    if let first = sections.first { count(from: first) }
  }

  private mutating func follow(_ step: SequentialStep, _ steps: inout LineSteps, new: (Int) -> Part?) -> Bool {
    switch step {
    case .updateRow, .updateSection: return true
    case .deleteRow(let path):
      guard let line = line(of: path) else { return false }
      steps.remove(line..<line + 1, section: path.section)
      changeRows(of: path.section, by: -1)
    case .insertRow(let path, let place):
      guard let line = line(ofNew: path) else { return false }
      steps.insert(line..<line + 1, section: place.section)
      changeRows(of: path.section, by: 1)
    case .moveRow(let from, let to):
      guard let source = line(of: from) else { return false }
      changeRows(of: from.section, by: -1)
      guard let line = line(ofNew: to) else { return false }
      changeRows(of: to.section, by: 1)
      steps.move(from: source, to: line)
    case .deleteSection(let section):
      guard parts.indices.contains(section) else { return false }
      steps.remove(starts[section]..<starts[section + 1], section: section)
      parts.remove(at: section)
      count(from: section)
    case .insertSection(let section, let place):
      guard section >= 0, section <= parts.count, let part = new(place) else { return false }
      parts.insert(part, at: section)
      count(from: section)
      steps.insert(starts[section]..<starts[section + 1], section: place)
    case .moveSection(let from, let to):
      guard parts.indices.contains(from), parts.indices.contains(to) else { return false }
      let start = starts[from]
      let part = parts.remove(at: from)
      parts.insert(part, at: to)
      count(from: min(from, to))
      steps.move(block: part.count, from: start, to: starts[to])
    }
    return true
  }

  private func line(ofNew path: RowPath) -> Int? {
    guard parts.indices.contains(path.section), path.row >= 0, path.row <= parts[path.section].rows else { return nil }
    return firstRow(of: path.section) + path.row
  }

  private mutating func changeRows(of section: Int, by difference: Int) {
    parts[section].rows += difference
    for index in section + 1..<starts.count { starts[index] += difference }
  }
}
