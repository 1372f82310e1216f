/// The cost so far of a table's searches by identity and, after several searches, an index of the table's rows.
///
/// An index is valid until a row is inserted, deleted or moved, or receives a different identity. Tables of objects
/// have no index, because the identity of an object can change without notification.
@usableFromInline package final class RowMemory: Sendable {
  /// The number of complete scans by searches after which the table creates an index.
  @inlinable package static var patience: Int { 2 }

  @usableFromInline package let scanned: Int
  /// The offsets of rows by identity.
  ///
  /// The hash table is exhausted if hashes collide too often.
  @usableFromInline package let offsets: IdentityTable?

  @inlinable package init(scanned: Int, offsets: IdentityTable?) {
    self.scanned = scanned
    self.offsets = offsets
  }
}

extension TableSnapshot {
  @inlinable package var remembersRows: Bool { memory?.offsets?.isExhausted == false }

  /// Whether hashes collide too often to create an index.
  @inlinable package var cannotRememberRows: Bool { memory?.offsets?.isExhausted == true }

  /// Records the total number of rows that searches by identity have scanned.
  ///
  /// - Complexity: O(1). If searches have scanned most rows more than once, creating an index takes O(*n*).
  @inlinable package mutating func remember(scanned: Int) {
    if scanned == memory?.scanned ?? 0 || memory?.offsets != nil || Row.self is AnyObject.Type { return }
    // Positions have 32 bits.
    let isEnough = count > 64 && count < 0x7FFF_FFFF && scanned > RowMemory.patience * count
    memory = RowMemory(scanned: scanned, offsets: isEnough ? offsetsByIdentity() : nil)
  }

  @inlinable package func offsetsByIdentity() -> IdentityTable {
    var segments: [Segment] = []
    var offset = 0
    forEachLeaf { _, leaf in
      segments.append(Segment(leaf, at: offset))
      offset += leaf.count
    }
    defer { withExtendedLifetime(self) {} }
    return RowType(Row.self).positions(in: segments, count: offset)
  }

  /// Returns the path of the first row with an identity, using the table's index.
  ///
  /// The inner value is `nil` if there is no such row.
  ///
  /// - Returns: `nil` if the table has no index of rows.
  /// - Complexity: O(log *n*) on average.
  @inlinable package func rememberedPath(of id: Row.Identity) -> RowPath?? {
    guard let offsets = memory?.offsets, !offsets.isExhausted,
      let offset = offsets.first(identityHash(id), where: { self[$0].identity == id })
    else { return nil }
    return .some(path(at: offset))
  }
}

extension SectionList.Node {
  /// Returns the position of the first row with an identity, or `nil` if there is none.
  ///
  /// - Parameter isRecorded: Whether repeated searches create an index.
  /// - Complexity: O(*n*), or O(log *n*) on average after a few long searches that are recorded.
  @inlinable package func row(of id: Row.Identity, isRecorded: Bool) -> Int? {
    let rows = section.rows.rope
    // Positions have 32 bits, and the identity of an object can change without notification.
    let canIndex = rows.count > 64 && rows.count < 0x7FFF_FFFF && !(Row.self is AnyObject.Type)
    var last: RowSearchLink = self
    var searches = 0
    while canIndex, let search = last.next {
      if let found = search.positions?.first(identityHash(id), where: { rows[$0].identity == id }) {
        return found < 0 ? nil : found
      }
      last = search
      searches += 1
    }
    let row = rows.firstIndex { $0.identity == id }
    if isRecorded, canIndex, searches <= RowMemory.patience, row ?? rows.count > rows.count / 8 {
      let isEnough = searches == RowMemory.patience
      let positions = isEnough ? TableSnapshot(rope: SectionList(self)).offsetsByIdentity() : nil
      last.append(RowSearch(positions?.isExhausted == true ? nil : positions))
    }
    return row
  }
}
