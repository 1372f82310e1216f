package enum PlainTable {
  /// Returns a line of column titles and a line for each row, with text aligned left and numbers aligned right.
  ///
  /// Control characters are made visible. If a title contains a space, the gaps between columns are wider.
  ///
  /// - Parameters:
  ///   - rows: The cells of each row. Each row must have as many cells as there are titles.
  package static func lines(titles: [String], rows: [[String]]) -> [String] {
    let texts = ([titles] + rows).map { $0.map { DisplayText($0, limit: .max) } }
    var measures = ColumnMeasures(titleWidths: texts[0].map(\.width))
    for (cells, values) in zip(texts.dropFirst(), rows) {
      for (column, cell) in cells.enumerated() { measures.add(values[column], width: cell.width, column: column) }
    }
    let gap = titles.contains { $0.contains(" ") } ? "   " : "  "
    return texts.map { cells in
      let padded = zip(cells, measures.columns).map { $0.padded(to: $1.width, alignedRight: $1.isNumeric).text }
      let line = padded.joined(separator: gap)
      return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
    }
  }
}
