package import LiveTables

/// A table as a flat list, for views without sections.
///
/// An element of the list, called a line, is a header, a row or a footer.
///
/// A view stores a value for its current table, and passes it each batch to obtain line updates.
package struct TableLines: Hashable, Sendable {
  /// The content of a line.
  package enum Line: Hashable, Sendable {
    /// The header of a section.
    case header(Int)
    /// A row.
    case row(RowPath)
    /// The footer of a section.
    case footer(Int)
  }

  private struct Part: Hashable, Sendable {
    var rows: Int
    var hasHeader: Bool
    var hasFooter: Bool
    var count: Int { rows + (hasHeader ? 1 : 0) + (hasFooter ? 1 : 0) }
  }

  private var parts: [Part]
  /// The index of each section's first line, followed by the number of lines.
  private var starts: [Int] = [0]

  /// Creates the lines of a table.
  ///
  /// - Parameters:
  ///   - rowCounts: The number of rows in each section.
  ///   - hasLine: A closure that returns whether a section has a header or footer. The closure is called for both kinds
  ///     in each section.
  /// - Complexity: O(*s*) for *s* sections.
  package init(
    rowCounts: [Int], hasLine: (SupplementaryKind, _ section: Int) -> Bool = { _, _ in false }
  ) {
    parts = rowCounts.enumerated().map { section, rows in
      Part(rows: rows, hasHeader: hasLine(.header, section), hasFooter: hasLine(.footer, section))
    }
    count(from: 0)
  }

  // MARK: - Lines

  package var count: Int { starts[parts.count] }

  package var rowCounts: [Int] { parts.map(\.rows) }

  /// The content of a line, or `nil` if there is no such line.
  ///
  /// - Complexity: O(log *s*).
  package subscript(line: Int) -> Line? {
    guard line >= 0, line < count else { return nil }
    let section = section(ofLine: line)
    let part = parts[section]
    let row = line - starts[section] - (part.hasHeader ? 1 : 0)
    return row < 0 ? .header(section) : row < part.rows ? .row(RowPath(section: section, row: row)) : .footer(section)
  }

  /// Returns the index of a row's line, or `nil` if there is no such row.
  package func line(of path: RowPath) -> Int? {
    guard parts.indices.contains(path.section), path.row >= 0, path.row < parts[path.section].rows else { return nil }
    return firstRow(of: path.section) + path.row
  }

  /// Returns the index of the line for a section's header or footer, or `nil` if the section has none.
  package func line(of kind: SupplementaryKind, section: Int) -> Int? {
    guard parts.indices.contains(section) else { return nil }
    let part = parts[section]
    if kind == .header, part.hasHeader { return starts[section] }
    return kind == .footer && part.hasFooter ? starts[section + 1] - 1 : nil
  }

  /// Returns the path at which to insert a row that is dropped into the gap above a line.
  ///
  /// Above a header, this is the end of the previous section or, for the first header, the start of its own section.
  ///
  /// - Parameter line: The index of a line, or ``count`` for the gap below all lines. Other values are clamped.
  /// - Returns: The path, or `nil` if there are no sections.
  package func gap(aboveLine line: Int) -> RowPath? {
    if parts.isEmpty { return nil }
    let line = max(0, min(line, count))
    var section = line == count ? parts.count - 1 : section(ofLine: line)
    if line == starts[section], parts[section].hasHeader, section > 0 { section -= 1 }
    let row = max(0, min(line - firstRow(of: section), parts[section].rows))
    return RowPath(section: section, row: row)
  }

  /// Returns the index of the line above which a row is dropped into a gap between rows.
  package func line(ofGap gap: RowPath) -> Int? {
    guard parts.indices.contains(gap.section) else { return nil }
    return firstRow(of: gap.section) + max(0, min(gap.row, parts[gap.section].rows))
  }

  private func firstRow(of section: Int) -> Int { starts[section] + (parts[section].hasHeader ? 1 : 0) }

  /// Returns the last section that begins at or before a line, skipping sections without lines.
  private func section(ofLine line: Int) -> Int { starts.dropFirst().partitioningIndex { $0 > line } - 1 }

  // MARK: - Updates

  private mutating func count(from section: Int) {
    starts.removeSubrange((section + 1)...)
    for part in parts[section...] { starts.append(starts[starts.count - 1] + part.count) }
  }

  /// Applies a batch, and returns the corresponding line updates.
  ///
  /// The indices of each step are valid when the step is applied, and adjacent steps are combined. Lines that are
  /// neither inserted nor deleted are kept or moved.
  ///
  /// - Parameters:
  ///   - operations: A legal batch.
  ///   - rowCounts: The number of rows in each section after the batch.
  ///   - hasLine: A closure that returns whether a section has a header or footer after the batch. The closure is
  ///     called for both kinds in each section with a changed value. If sections are inserted, deleted or moved, it is
  ///     called for all sections.
  /// - Returns: The steps, or `nil` if the batch does not result in these row counts. In this case, the lines are
  ///   unchanged.
  /// - Complexity: O(*k* *s* + *m*) for *k* operations, *s* sections and *m* lines that move with their sections.
  package mutating func follow(
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
    // If sections are inserted, deleted or moved, the positions of other sections may change, on which their headers
    // may depend.
    lines.update(operations.hasSectionStructure ? Array(rowCounts.indices) : updated.sorted(), &steps, hasLine)
    self = lines
    return steps.all
  }

  /// Inserts and deletes headers and footers as required by the sections' values.
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
