/// A section or a row that moves: from its place before the batch to its place after it.
public struct BatchMove<Place: Hashable & Sendable & Codable>: Hashable, Sendable, Codable {
  /// The place before.
  public var from: Place
  /// The place after.
  public var to: Place

  /// Creates a move.
  ///
  /// - Parameters:
  ///   - from: The place before.
  ///   - to: The place after.
  @inlinable public init(from: Place, to: Place) {
    self.from = from
    self.to = to
  }
}

extension BatchMove<RowPath> {
  /// Creates a move of a row, from one of two sections to the other.
  init(_ row: Pair, in section: Pair) {
    from = RowPath(section.old, row.old)
    to = RowPath(section.new, row.new)
  }
}

/// What happens in one batch update, in indices.
///
/// **Index spaces.** Deletes, updates and the sources of moves are places in the table *before* the batch. Inserts and
/// the targets of moves are places in the table *after* it. All of them happen at once: the order of the lists means
/// nothing. A row that neither moves nor goes keeps its order among its like.
public struct BatchOperations: Hashable, Sendable, Codable {
  /// Sections that go, with their rows.
  ///
  /// Indices before.
  public var deletedSections: [Int] = []
  /// Sections that appear, with their rows.
  ///
  /// Indices after.
  public var insertedSections: [Int] = []
  /// Sections that move, with their rows.
  public var movedSections: [BatchMove<Int>] = []
  /// Sections whose own value changed: their header and footer are refreshed in place.
  ///
  /// Indices before.
  public var updatedSections: [Int] = []
  /// Sections that are reloaded as a whole.
  ///
  /// Never produced by a difference; named so that ``validate(before:after:)`` can reject it (rule ``BatchRule/s3``).
  public var reloadedSections: [Int] = []
  /// Rows that go.
  ///
  /// Paths before.
  public var deletedRows: [RowPath] = []
  /// Rows that appear.
  ///
  /// Paths after.
  public var insertedRows: [RowPath] = []
  /// Rows that move.
  public var movedRows: [BatchMove<RowPath>] = []
  /// Rows whose content changed.
  ///
  /// Paths before.
  public var updatedRows: [RowPath] = []

  /// Creates a batch without operations.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { count == 0 }

  /// How many operations there are, each named section or row being one.
  public var count: Int { structuralCount + updatedSections.count + updatedRows.count }

  /// How many operations change which sections and rows there are, or where.
  var structuralCount: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deletedRows.count + insertedRows.count + movedRows.count
  }

  /// Whether sections or rows come, go or move.
  package var isStructural: Bool { structuralCount > 0 }

  /// Whether sections come, go or move.
  package var hasSectionStructure: Bool {
    !deletedSections.isEmpty || !insertedSections.isEmpty || !movedSections.isEmpty
  }
}
