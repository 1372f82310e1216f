/// All columns that rows have had, in order of first appearance.
struct ColumnUnion: Sendable {
  /// The names of the columns.
  private(set) var names: [String] = []
  private let hidden: [String]
  private var known: Set<ExactText>
  private var last: ColumnNames?

  /// Creates a union of no columns.
  ///
  /// - Parameter hidden: Columns that rows have and that do not count.
  init(hiding hidden: [String] = []) {
    self.hidden = hidden
    known = Set(hidden.map { ExactText($0) })
  }

  /// Creates the union of the columns of some rows.
  init(_ rows: some Sequence<ColumnNames>, hiding hidden: [String] = []) {
    self.init(hiding: hidden)
    for columns in rows { add(columns) }
  }

  /// Goes on to the columns of other rows; without any, the columns stay.
  mutating func follow(_ rows: some Sequence<ColumnNames>) {
    let next = ColumnUnion(rows, hiding: hidden)
    if next.last != nil { self = next }
  }

  /// Adds the columns of a row.
  ///
  /// - Complexity: O(1) where the row before had the same ones, else O(*n*).
  mutating func add(_ columns: ColumnNames) {
    if columns === last { return }
    last = columns
    for name in columns.names where known.insert(ExactText(name)).inserted { names.append(name) }
  }
}
