/// A move of a section or a row to a new position.
public struct BatchMove<Place: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The position before the batch update.
  public var from: Place
  /// The position after the batch update.
  public var to: Place

  /// Creates a move of a section or row.
  @inlinable public init(from: Place, to: Place) {
    self.from = from
    self.to = to
  }
}

extension BatchMove<RowPath> {
  init(_ row: Pair, in section: Pair) {
    from = RowPath(section.old, row.old)
    to = RowPath(section.new, row.new)
  }
}

/// The operations of a batch update, specified by indices and paths.
///
/// **Index spaces.** Deletions, updates and the sources of moves refer to the table *before* the batch update.
/// Insertions and the destinations of moves refer to the table *after* the batch update. All operations take effect at the same time, so
/// the order of the lists does not matter. Rows that are neither deleted nor moved keep their relative order.
public struct BatchOperations: Hashable, Sendable, Codable {
  /// The deleted sections, including their rows, as indices before the batch update.
  public var deletedSections: [Int] = []
  /// The inserted sections, including their rows, as indices after the batch update.
  public var insertedSections: [Int] = []
  /// The moved sections, including their rows.
  public var movedSections: [BatchMove<Int>] = []
  /// The sections whose values have changed, as indices before the batch update.
  ///
  /// Views refresh the headers and footers of these sections in place.
  public var updatedSections: [Int] = []
  /// The sections that the view reloads as a whole.
  ///
  /// A diff never produces section reloads, and ``validate(before:after:)`` rejects them (rule ``BatchRule/s3``).
  public var reloadedSections: [Int] = []
  /// The deleted rows, as paths before the batch update.
  public var deletedRows: [RowPath] = []
  /// The inserted rows, as paths after the batch update.
  public var insertedRows: [RowPath] = []
  /// The moves of rows to new paths.
  public var movedRows: [BatchMove<RowPath>] = []
  /// The rows whose content has changed, as paths before the batch update.
  public var updatedRows: [RowPath] = []

  /// Creates a batch update without operations.
  public init() {}

  @usableFromInline package var isEmpty: Bool { count == 0 }

  /// The number of operations, where each listed section or row counts once.
  public var count: Int { structuralCount + updatedSections.count + updatedRows.count }

  var structuralCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deletedRows.count + insertedRows.count + movedRows.count
  }

  /// Whether the batch update inserts, deletes or moves sections or rows.
  package var isStructural: Bool { structuralCount > 0 }

  package var hasSectionStructure: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
  }
}
