package import LiveTables

/// The sections of a table with their rows, as plain arrays.
package typealias PlainTable<Section, Row> = [(value: Section, rows: [Row])]

/// Returns a table as plain arrays.
package func plain<Section, Row>(_ table: TableSnapshot<Section, Row>) -> [(value: Section, rows: [Row])] {
  table.sections.map { ($0.value, Array($0.rows)) }
}

/// Returns whether plain arrays equal the content of a table.
package func == <Section: Equatable, Row: Equatable>(
  sections: [(value: Section, rows: [Row])], table: TableSnapshot<Section, Row>
) -> Bool {
  sections.elementsEqual(plain(table)) { $0.value == $1.value && $0.rows == $1.rows }
}

extension TableSnapshot {
  /// The sections with their rows, as plain arrays.
  package var plain: PlainTable<Section, Row> { sections.map { (value: $0.value, rows: Array($0.rows)) } }
}
