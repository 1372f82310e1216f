/// The positions of a table's rows, headers and footers, computed from their heights.
struct StandInTableGeometry: Hashable {
  struct Section: Hashable {
    var header: CGFloat = 0
    var rows: [CGFloat] = []
    var footer: CGFloat = 0
    var top: CGFloat = 0
    var height: CGFloat { header + rows.reduce(0, +) + footer }
  }

  var width: CGFloat = 0
  var tableHeader: CGFloat = 0
  var tableFooter: CGFloat = 0
  private(set) var sections: [Section] = []

  init() {}

  init(width: CGFloat, tableHeader: CGFloat, tableFooter: CGFloat, sections: [Section]) {
    self.width = width
    self.tableHeader = tableHeader
    self.tableFooter = tableFooter
    self.sections = sections
    var top = tableHeader
    for index in sections.indices {
      self.sections[index].top = top
      top += sections[index].height
    }
  }

  var height: CGFloat { (sections.last.map { $0.top + $0.height } ?? tableHeader) + tableFooter }

  func rect(ofSection section: Int) -> CGRect {
    guard sections.indices.contains(section) else { return .zero }
    return CGRect(x: 0, y: sections[section].top, width: width, height: sections[section].height)
  }

  func rect(ofHeader section: Int) -> CGRect {
    guard sections.indices.contains(section) else { return .zero }
    return CGRect(x: 0, y: sections[section].top, width: width, height: sections[section].header)
  }

  func rect(ofFooter section: Int) -> CGRect {
    guard sections.indices.contains(section) else { return .zero }
    let section = sections[section]
    return CGRect(x: 0, y: section.top + section.height - section.footer, width: width, height: section.footer)
  }

  func rect(ofRow path: IndexPath) -> CGRect {
    guard sections.indices.contains(path.section), sections[path.section].rows.indices.contains(path.row) else {
      return .zero
    }
    let section = sections[path.section]
    let y = section.rows[..<path.row].reduce(section.top + section.header, +)
    return CGRect(x: 0, y: y, width: width, height: section.rows[path.row])
  }

  /// Returns the rows that intersect a rectangle, from top to bottom.
  func rows(in rect: CGRect) -> [IndexPath] {
    var paths: [IndexPath] = []
    for (index, section) in sections.enumerated()
    where section.top < rect.maxY && section.top + section.height > rect.minY {
      var top = section.top + section.header
      for (row, height) in section.rows.enumerated() {
        if top < rect.maxY, top + height > rect.minY { paths.append(IndexPath(row: row, section: index)) }
        top += height
      }
    }
    return paths
  }

  /// Returns the sections that intersect a rectangle.
  func sections(in rect: CGRect) -> [Int] {
    sections.indices.filter { sections[$0].top < rect.maxY && sections[$0].top + sections[$0].height > rect.minY }
  }
}
