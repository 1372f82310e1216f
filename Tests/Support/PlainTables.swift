package import LiveTables

/// Sections with their rows, to be computed from scratch.
package typealias PlainTable<Section, Row> = [(value: Section, rows: [Row])]

/// A table as plain arrays.
package func plain<Section, Row>(_ table: TableSnapshot<Section, Row>) -> [(value: Section, rows: [Row])] {
  table.sections.map { ($0.value, Array($0.rows)) }
}

/// Whether plain arrays hold what a table holds.
package func == <Section: Equatable, Row: Equatable>(
  sections: [(value: Section, rows: [Row])], table: TableSnapshot<Section, Row>
) -> Bool {
  sections.elementsEqual(plain(table)) { $0.value == $1.value && $0.rows == $1.rows }
}

extension TableSnapshot {
  /// Sections with their rows as plain arrays.
  package var plain: PlainTable<Section, Row> { sections.map { (value: $0.value, rows: Array($0.rows)) } }
}
