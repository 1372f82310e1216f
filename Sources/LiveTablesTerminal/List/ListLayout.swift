@_spi(Adapters) import LiveTablesCells

/// Which line of a list holds what: the rows of sections, each section between its header and its footer where it has such,
/// and what stands above and below all sections.
struct ListLayout: Hashable, Sendable {
  /// What one line shows.
  enum Content: Hashable, Sendable {
    case tableHeader
    case header(section: Int)
    case row(RowPath)
    case footer(section: Int)
    case tableFooter
  }

  /// The number of rows in all sections.
  let rowCount: Int
  /// Whether a line stands above all sections, or below them.
  let hasTableHeader: Bool
  let hasTableFooter: Bool
  /// Whether any section has a header.
  let hasHeaders: Bool
  private let headers: [Bool]
  /// The line with which each section begins, and at the end the line after the last section.
  private let starts: [Int]
  /// How many rows come before each section.
  private let offsets: [Int]

  /// Lays out sections with these numbers of rows.
  ///
  /// - Parameters:
  ///   - headers: Which sections have a line of their own above their rows; none of them, if empty.
  ///   - footers: Which sections have one below their rows.
  /// - Complexity: O(*s*) in the number of sections.
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

  /// Whether a section has a header.
  func hasHeader(_ section: Int) -> Bool { hasHeaders && headers[section] }

  /// The number of sections.
  var sectionCount: Int { starts.count - 1 }

  /// The number of lines, all of them included.
  var lineCount: Int { starts[sectionCount] + (hasTableFooter ? 1 : 0) }

  /// The number of rows of a section.
  func rowCount(inSection section: Int) -> Int {
    (section + 1 < sectionCount ? offsets[section + 1] : rowCount) - offsets[section]
  }

  /// What a line shows; nil beyond the last.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func content(at line: Int) -> Content? {
    guard line >= 0, line < lineCount else { return nil }
    if line < starts[0] { return .tableHeader }
    if line >= starts[sectionCount] { return .tableFooter }
    let section = section(at: line)
    let row = line - starts[section] - headerHeight(section)
    if row < 0 { return .header(section: section) }
    return row < rowCount(inSection: section) ? .row(RowPath(section: section, row: row)) : .footer(section: section)
  }

  /// The line of a row; nil where there is no such row.
  func line(of path: RowPath) -> Int? {
    guard path.section >= 0, path.section < sectionCount,
      path.row >= 0, path.row < rowCount(inSection: path.section)
    else { return nil }
    return starts[path.section] + headerHeight(path.section) + path.row
  }

  /// How many rows come before a row, in all sections; nil where there is no such row.
  func offset(of path: RowPath) -> Int? {
    line(of: path).map { _ in offsets[path.section] + path.row }
  }

  /// The last row at a line or before it, or else the first one after it; nil where there are no rows.
  ///
  /// - Complexity: O(log *s*), and O(*e*) where *e* empty sections lie in the way.
  func row(nearest line: Int) -> RowPath? {
    row(atOrBefore: line) ?? row(atOrAfter: line)
  }

  /// The last row at a line or before it.
  func row(atOrBefore line: Int) -> RowPath? {
    var line = min(line, lineCount - 1)
    while line >= 0 {
      if case .row(let path) = content(at: line) { return path }
      line -= 1
    }
    return nil
  }

  /// The first row at a line or after it.
  func row(atOrAfter line: Int) -> RowPath? {
    var line = max(line, 0)
    while line < lineCount {
      if case .row(let path) = content(at: line) { return path }
      line += 1
    }
    return nil
  }

  /// The section to which a line belongs.
  func section(at line: Int) -> Int {
    // The last section that begins at the line or before it; empty sections without headers begin where the next does.
    (0..<sectionCount).partitioningIndex { starts[$0 + 1] > line }
  }

  private func headerHeight(_ section: Int) -> Int { hasHeader(section) ? 1 : 0 }
}
