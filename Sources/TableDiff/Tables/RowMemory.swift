/// What a table remembers of searches by identity: how many rows they passed, and after some of them where its rows are.
///
/// It holds until a row comes, goes or moves, or gets another identity; then the table forgets it. Rows that are objects
/// may get another identity unseen, so nothing is remembered of them.
@usableFromInline package final class RowMemory: Sendable {
  /// A table remembers where its rows are once scans have passed every row so many times.
  @inlinable package static var patience: Int { 2 }

  /// How many rows scans have passed.
  @usableFromInline package let scanned: Int
  /// The offsets of rows by identity; exhausted where hashes collide too often to be of use.
  @usableFromInline package let offsets: IdentityTable?

  @inlinable package init(scanned: Int, offsets: IdentityTable?) {
    self.scanned = scanned
    self.offsets = offsets
  }
}

extension TableSnapshot {
  /// Whether rows are found by identity without a scan.
  @inlinable package var remembersRows: Bool { memory?.offsets?.isExhausted == false }

  /// Whether hashes collide too often to find rows by them.
  @inlinable package var cannotRememberRows: Bool { memory?.offsets?.isExhausted == true }

  /// Notes how many rows scans for identities have passed in all.
  ///
  /// - Complexity: O(*n*) once, and some memory for each row, where they have passed most rows more than once.
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

  /// The path of the first row with an identity, or nothing inside where there is none.
  ///
  /// - Returns: `nil` where the table does not remember.
  /// - Complexity: O(log *n*) on average.
  @inlinable package func rememberedPath(of id: Row.Identity) -> RowPath?? {
    guard let offsets = memory?.offsets, !offsets.isExhausted else { return nil }
    var probesLeft = 4_096
    var probe = offsets.probe(identityHash(id))
    var offset = offsets.next(&probe, &probesLeft)
    // Rows with the same hash are found in the order in which they were put in.
    while offset >= 0, self[offset].identity != id { offset = offsets.next(&probe, &probesLeft) }
    if offset < 0, probesLeft < 0 { return nil }
    return .some(path(at: offset))
  }
}
