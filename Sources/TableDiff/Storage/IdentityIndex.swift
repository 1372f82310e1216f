/// Assigns numbers to identities in the order in which they first appear.
///
/// Unlike a dictionary, this type does not trap if the hash of an identity does not match its `==`. Such an identity
/// may receive two numbers.
@usableFromInline package struct IdentityIndex<Identity: Hashable> {
  @usableFromInline package var identities: ContiguousArray<Identity> = []
  @usableFromInline package var table: IdentityTable
  @usableFromInline package var capacity = 16
  /// Whether a search has visited more identities than it ever would if hashes were well distributed.
  @usableFromInline package var isCrowded = false

  @inlinable package init() { table = Self.table(capacity: 16) }

  /// Returns the number of an identity, and whether the identity is new.
  ///
  /// - Complexity: O(1) on average.
  @inlinable package mutating func number(of identity: Identity) -> (number: Int, isNew: Bool) {
    var probe = table.probe(identityHash(identity))
    let probesLeft = table.probesLeft
    var found = table.next(&probe)
    while found >= 0 {
      if identities[found] == identity { return (found, false) }
      if identity != identity { break }
      found = table.next(&probe)
    }
    if !isCrowded, probesLeft &- table.probesLeft > 1_024 {
      isCrowded = true
      reportCollisions(of: Identity.self)
    }
    identities.append(identity)
    if identities.count == capacity {
      grow()
    } else if found < 0 {
      table.insert(identities.count - 1, at: probe)
    }
    return (identities.count - 1, true)
  }

  /// Whether comparing all identities costs less than computing a hash.
  @inlinable package var isShort: Bool { identities.count < 4 }

  /// Returns the number of a known identity, or `nil` if the identity is unknown.
  ///
  /// - Complexity: O(1) on average.
  @inlinable package func existingNumber(of identity: Identity) -> Int? {
    if isShort { return identities.firstIndex(of: identity) }
    var probesLeft = Int.max
    var probe = table.probe(identityHash(identity))
    var found = table.next(&probe, &probesLeft)
    while found >= 0 {
      if identities[found] == identity { return found }
      found = table.next(&probe, &probesLeft)
    }
    return nil
  }

  @inlinable package mutating func grow() {
    capacity = identities.count * 2
    table = Self.table(capacity: capacity)
    for number in identities.indices where identities[number] == identities[number] {
      var probe = table.probe(identityHash(identities[number]))
      while table.next(&probe) >= 0 {}
      table.insert(number, at: probe)
    }
  }

  @inlinable package static func table(capacity: Int) -> IdentityTable {
    var table = IdentityTable(capacity: capacity, identities: 0)
    table.probesLeft = .max
    return table
  }
}

/// Writes a warning, because searching many identities whose hashes collide takes time proportional to their number.
@usableFromInline func reportCollisions(of type: Any.Type) {
  writeToStandardError("LiveTables: the hashes of more than 1,024 identities collide (\(type)), so searches are slow")
}

extension IdentityIndex: Sendable where Identity: Sendable {}
