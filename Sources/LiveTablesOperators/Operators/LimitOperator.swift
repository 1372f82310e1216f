public import LiveTables

/// Which rows of a table are kept, counted across sections.
@usableFromInline package enum RowWindow: Hashable, Sendable {
  /// The first ones.
  case first(Int)
  /// The last ones.
  case last(Int)
  /// Those at some offsets, as far as there are so many.
  case range(Range<Int>)

  /// The offsets of a table with so many rows.
  @inlinable func range(of count: Int) -> Range<Int> {
    switch self {
    case .first(let length): return 0..<Swift.max(0, Swift.min(length, count))
    case .last(let length): return count - Swift.max(0, Swift.min(length, count))..<count
    case .range(let range): return range.clamped(to: 0..<count)
    }
  }
}

/// Keeps the rows of its source in a window: the first ones, the last ones, or some between.
///
/// Rows are counted across sections. Where a row is left out behind the last one that is kept, all sections behind that
/// one's are left out, too, and where a row is left out before the first one, all sections before that one's. All other
/// sections stay, also empty ones; where all rows are left out, one section stays.
@usableFromInline package struct LimitOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  /// The derived table.
  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<Section, Row>()
  @usableFromInline var window: RowWindow

  /// Creates an operator for a source without sections.
  ///
  /// - Parameter window: Which rows are kept.
  @inlinable package init(_ window: RowWindow) { self.window = window }

  /// Keeps the rows in the window.
  ///
  /// - Complexity: O(log *n*), and O(*s*) for *s* sections that are left out.
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) {
    self.source = source
    derive()
  }

  /// Moves the window.
  ///
  /// - Complexity: That of ``reset(to:)``.
  @inlinable package mutating func set(_ range: Range<Int>, check: () throws -> Void) {
    window = .range(range)
    derive()
  }

  /// Keeps the rows in the window.
  ///
  /// - Complexity: That of ``reset(to:)``.
  @inlinable package mutating func follow(_ changeset: Changeset<Section, Row>) { reset(to: changeset.target) }

  @inlinable mutating func derive() {
    var rope = source.rope
    let kept = window.range(of: rope.weight)
    if kept.upperBound < rope.weight {
      let (last, length) = rope.find(weight: kept.upperBound - 1)
      var section = rope[last]
      section.rows.rope = section.rows.rope.head(length + 1)
      rope.replace(last..<rope.count, with: [section])
    }
    if kept.lowerBound > 0 {
      // Where no row is kept, the end of the last section.
      let (first, length) = rope.find(weight: kept.lowerBound)
      var section = rope[first]
      section.rows.rope.replace(0..<length, with: [])
      rope.replace(0..<first + 1, with: [section])
    }
    derived = TableSnapshot(rope: rope)
  }
}
