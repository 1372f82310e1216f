/// An open-addressing table of integers by their hashes (linear probing, after Peterson, 1957).
///
/// A slot holds an index and, in the bits that an index does not need, a part of its hash, so that a probe seldom touches
/// what the index stands for. The table knows nothing of that and asks its user to compare; it cannot trap, whatever the
/// answers are, and it says when hashes collide too often.
@usableFromInline package struct IdentityTable: Sendable {
  /// How many occupied slots may be looked at for each identity on average, before hashes are said to collide too often.
  @inlinable package static var probesPerIdentity: Int { 8 }

  /// Zero where empty, else an index plus one in the low bits and a part of the hash in the others.
  @usableFromInline package var slots: [UInt32]
  @usableFromInline package let slotMask: Int
  @usableFromInline package let indexMask: UInt32
  @usableFromInline package let shift: UInt32
  @usableFromInline package var probesLeft: Int

  /// Creates an empty table.
  ///
  /// - Parameters:
  ///   - capacity: How many indices there are: all are below.
  ///   - identities: How many identities are put in or looked for in all.
  @inlinable package init(capacity: Int, identities: Int) {
    var bits = 2
    while 1 &<< bits < capacity * 2 { bits += 1 }
    slots = [UInt32](filledWith: 0, count: 1 &<< bits)
    slotMask = 1 &<< bits - 1
    shift = 32 - UInt32(bits)
    indexMask = 0xFFFF_FFFF &>> shift
    probesLeft = Self.probesPerIdentity * identities + 1024
  }

  /// Whether more slots were looked at than hashes without a pattern would need.
  @inlinable package var isExhausted: Bool { probesLeft < 0 }

  /// Where a search stands.
  @usableFromInline package struct Probe {
    @usableFromInline package var slot: Int
    @usableFromInline package let tag: UInt32
    @inlinable package init(slot: Int, tag: UInt32) {
      self.slot = slot
      self.tag = tag
    }
  }

  /// Begins a search.
  @inlinable package func probe(_ hash: UInt32) -> Probe { Self.probe(hash, shift: shift, indexMask: indexMask) }

  @inlinable package static func probe(_ hash: UInt32, shift: UInt32, indexMask: UInt32) -> Probe {
    Probe(slot: Int(hash &>> shift), tag: hash &<< (32 &- shift) & ~indexMask)
  }

  /// The next index that may stand for an equal identity, or -1 at the end of the search, or when the table is
  /// exhausted.
  @inlinable package mutating func next(_ probe: inout Probe) -> Int {
    var left = probesLeft
    defer { probesLeft = left }
    return next(&probe, &left)
  }

  /// The same for a search that has probes of its own.
  @inlinable package func next(_ probe: inout Probe, _ probesLeft: inout Int) -> Int {
    while true {
      let entry = slots[probe.slot & slotMask]
      if entry == 0 || probesLeft < 0 { return -1 }
      probesLeft -= 1
      probe.slot += 1
      if entry & ~indexMask == probe.tag { return Int(entry & indexMask) - 1 }
    }
  }

  /// Puts an index for each of some hashes where its search begins, if that slot is free.
  ///
  /// No slot is waited for before the next one is looked at, so many are fetched from memory at once.
  ///
  /// - Parameters:
  ///   - index: The index for the first hash. Those for the others follow.
  ///   - hashes: At most 64. Their indices are below the capacity.
  /// - Returns: The hashes whose slot is taken, one bit for each.
  mutating func insert(_ index: Int, hashes: UnsafePointer<UInt32>, count: Int) -> UInt64 {
    var taken: UInt64 = 0
    let (shift, indexMask) = (shift, indexMask)
    slots.withUnsafeMutableBufferPointer { slots in
      var number = 0
      while number < count {
        let probe = Self.probe(hashes[number], shift: shift, indexMask: indexMask)
        let entry = slots[probe.slot]
        let new = probe.tag | UInt32(truncatingIfNeeded: index &+ number &+ 1)
        // Every slot is written: the processor would often take the wrong branch.
        slots[probe.slot] = entry | new & (entry == 0 ? 0xFFFF_FFFF : 0)
        taken |= (entry == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: number)
        number &+= 1
      }
    }
    return taken
  }

  /// Which of some hashes have a taken slot where their search begins, one bit for each.
  ///
  /// - Parameter hashes: At most 64.
  func taken(_ hashes: UnsafePointer<UInt32>, count: Int) -> UInt64 {
    var taken: UInt64 = 0
    slots.withUnsafeBufferPointer { slots in
      var number = 0
      while number < count {
        let isTaken: UInt64 = slots[Int(hashes[number] &>> shift)] == 0 ? 0 : 1
        taken |= isTaken &<< UInt64(truncatingIfNeeded: number)
        number &+= 1
      }
    }
    return taken
  }

  /// Puts an index where a search has ended.
  @inlinable package mutating func insert(_ index: Int, at probe: Probe) {
    slots[probe.slot & slotMask] = probe.tag | UInt32(index + 1)
  }
}

/// 32 bits that equal identities share.
///
/// From the standard library's hash; for the integers that serve as identities most, from two multiplications
/// (`integerHash`). In release builds, for texts and for UUIDs, from a few for eight bytes each (`hashOfBytes`).
///
/// Code that is specialised for an identity keeps one of the branches.
///
/// - Parameter seed: `hashSeed`. Who hashes many looks at it once: there is a call behind it.
@inlinable package func identityHash<Identity: Hashable>(_ identity: Identity, seed: UInt64 = hashSeed) -> UInt32 {
  if Identity.self == Int.self, let number = identity as? Int {
    return integerHash(UInt64(truncatingIfNeeded: number), seed: seed)
  }
  if Identity.self == Int64.self, let number = identity as? Int64 {
    return integerHash(UInt64(bitPattern: number), seed: seed)
  }
  if Identity.self == UInt64.self, let number = identity as? UInt64 { return integerHash(number, seed: seed) }
  if Identity.self == Int32.self, let number = identity as? Int32 {
    return integerHash(UInt64(truncatingIfNeeded: number), seed: seed)
  }
  #if !DEBUG
  // A debug build would take longer for this than for the standard library's hash, which is optimised.
  if let hash = hashOfBytes(identity, seed: seed) { return hash }
  #endif
  return UInt32(truncatingIfNeeded: identity.hashValue)
}

/// A hash of a text or of the bytes of a UUID; `nil` for anything else.
@inlinable package func hashOfBytes<Identity: Hashable>(_ identity: Identity, seed: UInt64) -> UInt32? {
  if Identity.self == String.self, let text = identity as? String { return textHash(text, seed: seed) }
  // The compiler keeps this for types that are laid out as a UUID only.
  if MemoryLayout<Identity>.size == 16, MemoryLayout<Identity>.alignment == 1, Identity.self == uuidType {
    return withUnsafeBytes(of: identity) { bytesHash(of: $0, seed: seed) }
  }
  return nil
}

/// `UUID`, whose values are hashed by their bytes, if the program has it.
///
/// It is found by its name, so that no program is linked with Foundation for it.
@usableFromInline package let uuidType: Any.Type =
  _typeByName("20FoundationEssentials4UUIDV") ?? _typeByName("10Foundation4UUIDV") ?? Never.self

/// A hash of sixteen bytes.
@inlinable package func bytesHash(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt32 {
  let first = mixed(seed ^ bytes.loadUnaligned(as: UInt64.self))
  return UInt32(truncatingIfNeeded: mixed(first ^ bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) &>> 32)
}

/// Another number in each process, as the standard library has it, so that identities with one hash cannot be prepared.
@usableFromInline package let hashSeed = UInt64(truncatingIfNeeded: "".hashValue)

/// Spreads a number over 64 bits, the upper ones above all.
@inlinable package func mixed(_ number: UInt64) -> UInt64 {
  let product = number.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

/// A hash of an integer: after one multiplication (Knuth, 1973) numbers that follow each other at some distances would
/// lie in a few clusters, so there are two (the finaliser of SplitMix64; Steele, Lea and Flood, 2014).
@inlinable package func integerHash(_ number: UInt64, seed: UInt64) -> UInt32 {
  var hash = (number ^ seed) &* 0x9E37_79B9_7F4A_7C15
  hash = (hash ^ hash &>> 29) &* 0xBF58_476D_1CE4_E5B9
  return UInt32(truncatingIfNeeded: hash &>> 32)
}

/// A hash like `identityHash` that spreads consecutive integers with hardly a collision, but may put integers at other
/// distances into a few clusters: by one multiplication (Knuth, 1973).
@inlinable package func quickHash<Identity: Hashable>(_ identity: Identity, seed: UInt64) -> UInt32 {
  if Identity.self == Int.self, let number = identity as? Int {
    return quickHash(of: UInt64(truncatingIfNeeded: number))
  }
  if Identity.self == Int64.self, let number = identity as? Int64 { return quickHash(of: UInt64(bitPattern: number)) }
  if Identity.self == UInt64.self, let number = identity as? UInt64 { return quickHash(of: number) }
  if Identity.self == Int32.self, let number = identity as? Int32 {
    return quickHash(of: UInt64(truncatingIfNeeded: number))
  }
  return identityHash(identity, seed: seed)
}

@inlinable package func quickHash(of number: UInt64) -> UInt32 {
  UInt32(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) &>> 32)
}
