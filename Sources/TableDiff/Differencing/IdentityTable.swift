/// Finds equal identities in two lists: one compact open-addressing table (linear probing, after Peterson, 1957).
///
/// A slot holds 32 bits of hash beside a 32-bit index, so that a probe seldom touches an identity. The table never
/// traps, whatever `==` and the hash answer, and gives up when hashes collide too often.
@usableFromInline struct IdentityTable<Identity: Hashable> {
  /// How many slots may be looked at for each identity on average, before hashes are said to collide too often.
  @inlinable static var probesPerIdentity: Int { 8 }

  @usableFromInline var slots: ContiguousArray<UInt64>
  @usableFromInline let mask: Int
  @usableFromInline var probesLeft: Int

  @inlinable init(capacity: Int, identities: Int) {
    var size = 4
    while size * 3 < capacity * 4 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
    probesLeft = Self.probesPerIdentity * identities + 1024
  }

  /// Classes of equal identities. The class of an identity is the first index in `old` that is equal to it, or -1 in
  /// `new` where there is none.
  ///
  /// - Parameter check: Called at least once for every 1,024 identities.
  /// - Returns: `nil` if hashes collide too often.
  /// - Throws: What `check` throws.
  /// - Complexity: O(*n*).
  @inlinable static func classes<Failure: Error>(
    old: ContiguousArray<Identity>, new: ContiguousArray<Identity>, _ check: () throws(Failure) -> Void
  ) throws(Failure) -> IdentityClasses? {
    var table = IdentityTable(capacity: old.count, identities: old.count + new.count)
    var classes = IdentityClasses(old: [], new: [], areUnique: true)
    for index in 0..<old.count {
      if index % 1024 == 0 { try check() }
      let found = table.find(old[index], in: old, orInsert: index)
      if found == -1 {
        if !classes.old.isEmpty { classes.old.append(Int32(index)) }
      } else if found >= 0 {
        if classes.old.isEmpty { classes.old = Array(0..<Int32(index)) }
        classes.old.append(Int32(found))
        classes.areUnique = false
      } else {
        return nil
      }
    }
    classes.new.reserveCapacity(new.count)
    var isTaken = [Bool](repeating: false, count: old.count)
    for index in 0..<new.count {
      if index % 1024 == 0 { try check() }
      let found = table.find(new[index], in: old, orInsert: nil)
      if found < -1 { return nil }
      classes.new.append(Int32(found))
      if found >= 0 {
        if isTaken[found] { classes.areUnique = false }
        isTaken[found] = true
      }
    }
    return classes
  }

  /// The index of an equal identity, -1 if there is none, -2 if there were too many probes.
  @inlinable mutating func find(
    _ identity: Identity, in identities: ContiguousArray<Identity>, orInsert index: Int?
  ) -> Int {
    let hash = Self.hash(identity)
    let tag = UInt64(truncatingIfNeeded: hash) & 0xffff_ffff_0000_0000
    var slot = hash & mask
    while true {
      let entry = slots[slot]
      if entry == 0 {
        if let index { slots[slot] = tag | UInt64(index + 1) }
        return -1
      }
      probesLeft -= 1
      if probesLeft < 0 { return -2 }
      if entry & 0xffff_ffff_0000_0000 == tag {
        let candidate = Int(entry & 0xffff_ffff) - 1
        if identities[candidate] == identity { return candidate }
      }
      slot = (slot + 1) & mask
    }
  }

  /// The standard library's hash; for the integers that serve as identities most, one multiplication
  /// (Knuth, 1973), which needs no protection of its own because probes are bounded.
  @inlinable static func hash(_ identity: Identity) -> Int {
    if let number = identity as? Int {
      let product = number &* Int(bitPattern: 0x9E37_79B9_7F4A_7C15)
      return product ^ Int(bitPattern: UInt(bitPattern: product) >> 32)
    }
    return identity.hashValue
  }
}

/// Identities as integers.
@usableFromInline struct IdentityClasses: Equatable {
  /// For each old identity its class; empty if each is a class of its own.
  @usableFromInline var old: [Int32]
  /// For each new identity its class, or -1.
  @usableFromInline var new: [Int32]
  /// No class has two members on one side.
  @usableFromInline var areUnique: Bool

  @inlinable init(old: [Int32], new: [Int32], areUnique: Bool) {
    self.old = old
    self.new = new
    self.areUnique = areUnique
  }
}
