public import LiveTables

/// The first rows of a table, counted across sections.
@usableFromInline package enum RowWindow: Hashable, Sendable {
  case first(Int)
  case last(Int)
  /// The existing rows at the given offsets.
  case range(Range<Int>)

  @inlinable func range(of count: Int) -> Range<Int> {
    switch self {
    case .first(let length): return 0..<Swift.max(0, Swift.min(length, count))
    case .last(let length): return count - Swift.max(0, Swift.min(length, count))..<count
    case .range(let range): return range.clamped(to: 0..<count)
    }
  }
}

/// An operator that keeps the rows in a window.
///
/// Rows are counted across sections. If rows after the window are removed, all sections after the last kept row's
/// section are removed. If rows before the window are removed, all sections before the first kept row's section are
/// removed. All other sections are kept, even if they are empty. If all rows are removed, one section remains.
@usableFromInline package struct LimitOperator<Section: Diffable & Sendable, Row: Diffable & Sendable>: TableOperator {
  @inlinable package var table: TableSnapshot<Section, Row> { derived }

  @usableFromInline var derived = TableSnapshot<Section, Row>()
  @usableFromInline var source = TableSnapshot<Section, Row>()
  @usableFromInline var window: RowWindow

  @inlinable package init(_ window: RowWindow) { self.window = window }

  /// - Complexity: O(log *n*), plus O(*s*) for *s* removed sections.
  @inlinable package mutating func reset(to source: TableSnapshot<Section, Row>) {
    self.source = source
    derive()
  }

  /// - Complexity: The same as ``reset(to:)``.
  @inlinable package mutating func set(_ range: Range<Int>, check: () throws -> Void) {
    window = .range(range)
    derive()
  }

  /// - Complexity: The same as ``reset(to:)``.
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
      // If no row is kept, this is the end of the last section.
      let (first, length) = rope.find(weight: kept.lowerBound)
      var section = rope[first]
      section.rows.rope.replace(0..<length, with: [])
      rope.replace(0..<first + 1, with: [section])
    }
    derived = TableSnapshot(rope: rope)
  }
}
