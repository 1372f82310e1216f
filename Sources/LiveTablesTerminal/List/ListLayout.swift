import LiveTables

/// Which line of a list holds what: the rows of sections, each section below its header where there are headers.
struct ListLayout: Hashable, Sendable {
  /// What one line shows.
  enum Content: Hashable, Sendable {
    case header(section: Int)
    case row(RowPath)
  }

  /// Whether each section begins with a header line.
  let hasHeaders: Bool
  /// The number of rows in all sections.
  let rowCount: Int
  /// The line with which each section begins, and at the end the number of lines.
  private let starts: [Int]

  /// Lays out sections with these numbers of rows.
  ///
  /// - Complexity: O(*s*) in the number of sections.
  init(rowCounts: [Int] = [], hasHeaders: Bool = false) {
    self.hasHeaders = hasHeaders
    var starts = [0]
    starts.reserveCapacity(rowCounts.count + 1)
    for count in rowCounts {
      starts.append(starts[starts.count - 1] + count + (hasHeaders ? 1 : 0))
    }
    self.starts = starts
    rowCount = starts[starts.count - 1] - (hasHeaders ? rowCounts.count : 0)
  }

  /// The number of sections.
  var sectionCount: Int { starts.count - 1 }

  /// The number of lines, headers included.
  var lineCount: Int { starts[sectionCount] }

  /// The number of rows of a section.
  func rowCount(inSection section: Int) -> Int {
    starts[section + 1] - starts[section] - headerHeight
  }

  /// What a line shows; nil beyond the last.
  ///
  /// - Complexity: O(log *s*) in the number of sections.
  func content(at line: Int) -> Content? {
    guard line >= 0, line < lineCount else { return nil }
    let section = section(at: line)
    let row = line - starts[section] - headerHeight
    return row < 0 ? .header(section: section) : .row(RowPath(section: section, row: row))
  }

  /// The line of a row; nil where there is no such row.
  func line(of path: RowPath) -> Int? {
    guard path.section >= 0, path.section < sectionCount,
      path.row >= 0, path.row < rowCount(inSection: path.section)
    else { return nil }
    return starts[path.section] + headerHeight + path.row
  }

  /// How many rows come before a row, in all sections; nil where there is no such row.
  func offset(of path: RowPath) -> Int? {
    line(of: path).map { $0 - (hasHeaders ? path.section + 1 : 0) }
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
    var low = 0
    var high = sectionCount
    while low < high {
      let middle = (low + high) / 2
      if starts[middle + 1] <= line {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  private var headerHeight: Int { hasHeaders ? 1 : 0 }
}
