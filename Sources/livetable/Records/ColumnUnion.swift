/// The columns of several rows, in order of first appearance.
struct ColumnUnion: Sendable {
  private(set) var names: [String] = []
  private let hidden: [String]
  private var known: Set<ExactText>
  private var last: ColumnNames?

  init(hiding hidden: [String] = []) {
    self.hidden = hidden
    known = Set(hidden.map { ExactText($0) })
  }

  init(_ rows: some Sequence<ColumnNames>, hiding hidden: [String] = []) {
    self.init(hiding: hidden)
    for columns in rows { add(columns) }
  }

  /// Replaces the columns with the columns of other rows, unless there are no rows.
  mutating func replace(with rows: some Sequence<ColumnNames>) {
    let next = ColumnUnion(rows, hiding: hidden)
    if next.last != nil { self = next }
  }

  /// Adds the columns of a row.
  ///
  /// - Complexity: O(1) if the previous row shares its column names, else O(*n*) for *n* names.
  mutating func add(_ columns: ColumnNames) {
    if columns === last { return }
    last = columns
    for name in columns.names where known.insert(ExactText(name)).inserted { names.append(name) }
  }
}
