import LiveTablesCells

/// The content of each line of a list: the table header, the sections with their headers, rows, and footers, and the
/// table footer.
struct ListLayout: Hashable, Sendable {
  enum Content: Hashable, Sendable {
    case tableHeader
    case header(section: Int)
    case row(RowPath)
    case footer(section: Int)
    case tableFooter
  }

  let rowCount: Int
  let hasTableHeader: Bool
  let hasTableFooter: Bool
  let hasHeaders: Bool
  private let headers: [Bool]
  /// The first line of each section, followed by the line after the last section.
  private let starts: [Int]
  private let offsets: [Int]

  /// Lays out sections with the given numbers of rows.
  ///
  /// - Parameters:
  ///   - headers: Whether each section has a header. If the array is empty, no section has a header.
  ///   - footers: Whether each section has a footer. If the array is empty, no section has a footer.
  /// - Complexity: O(*s*) for *s* sections.
  init(
    rowCounts: [Int] = [], headers: [Bool] = [], footers: [Bool] = [], hasTableHeader: Bool = false,
    hasTableFooter: Bool = false
  ) {
    self.headers = headers
    hasHeaders = headers.contains(true)
    self.hasTableHeader = hasTableHeader
    self.hasTableFooter = hasTableFooter
    var starts = [hasTableHeader ? 1 : 0]
    var offsets: [Int] = []
    starts.reserveCapacity(rowCounts.count + 1)
    offsets.reserveCapacity(rowCounts.count)
    var rows = 0
    func height(_ lines: [Bool], _ section: Int) -> Int { lines.isEmpty || !lines[section] ? 0 : 1 }
    for (section, count) in rowCounts.enumerated() {
      offsets.append(rows)
      rows += count
      starts.append(starts[section] + count + height(headers, section) + height(footers, section))
    }
    self.starts = starts
    self.offsets = offsets
    rowCount = rows
  }

  func hasHeader(_ section: Int) -> Bool { hasHeaders && headers[section] }

  var sectionCount: Int { starts.count - 1 }

  var lineCount: Int { starts[sectionCount] + (hasTableFooter ? 1 : 0) }

  func rowCount(inSection section: Int) -> Int {
    (section + 1 < sectionCount ? offsets[section + 1] : rowCount) - offsets[section]
  }

  /// Returns the content of a line, or `nil` after the last line.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  func content(at line: Int) -> Content? {
    guard line >= 0, line < lineCount else { return nil }
    if line < starts[0] { return .tableHeader }
    if line >= starts[sectionCount] { return .tableFooter }
    let section = section(at: line)
    let row = line - starts[section] - headerHeight(section)
    if row < 0 { return .header(section: section) }
    return row < rowCount(inSection: section) ? .row(RowPath(section: section, row: row)) : .footer(section: section)
  }

  func line(of path: RowPath) -> Int? {
    guard path.section >= 0, path.section < sectionCount,
      path.row >= 0, path.row < rowCount(inSection: path.section)
    else { return nil }
    return starts[path.section] + headerHeight(path.section) + path.row
  }

  /// Returns the number of rows before a row in all sections, or `nil` if there is no such row.
  func offset(of path: RowPath) -> Int? {
    line(of: path).map { _ in offsets[path.section] + path.row }
  }

  /// Returns the last row at or before a line, or the first row after the line if there is none, or `nil` if there are
  /// no rows.
  ///
  /// - Complexity: O(log *s*), plus O(*e*) for *e* adjacent empty sections.
  func row(nearest line: Int) -> RowPath? {
    row(atOrBefore: line) ?? row(atOrAfter: line)
  }

  func row(atOrBefore line: Int) -> RowPath? {
    var line = min(line, lineCount - 1)
    while line >= 0 {
      if case .row(let path) = content(at: line) { return path }
      line -= 1
    }
    return nil
  }

  func row(atOrAfter line: Int) -> RowPath? {
    var line = max(line, 0)
    while line < lineCount {
      if case .row(let path) = content(at: line) { return path }
      line += 1
    }
    return nil
  }

  func section(at line: Int) -> Int {
    // The last section that begins at or before the line. An empty section that has no header begins where the next
    // section begins.
    (0..<sectionCount).partitioningIndex { starts[$0 + 1] > line }
  }

  private func headerHeight(_ section: Int) -> Int { hasHeader(section) ? 1 : 0 }
}
