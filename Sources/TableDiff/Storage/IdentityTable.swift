/// An open-addressing hash table of integers (linear probing, after Peterson, 1957).
///
/// A slot contains an index and, in its unused bits, part of the hash, so that a probe seldom has to visit the
/// identity. Code that uses the table compares identities. The table cannot trap, regardless of the results of the
/// comparisons, and reports when hashes collide too often.
@usableFromInline package struct IdentityTable: Sendable {
  /// The average number of occupied slots that can be probed for each identity before the table is exhausted.
  @inlinable package static var probesPerIdentity: Int { 8 }

  /// Zero for an empty slot, otherwise an index plus one in the low bits and part of the hash in the other bits.
  @usableFromInline package var slots: [UInt32]
  @usableFromInline package let slotMask: Int
  @usableFromInline package let indexMask: UInt32
  @usableFromInline package let shift: UInt32
  @usableFromInline package var probesLeft: Int

  @inlinable package init(capacity: Int, identities: Int) {
    var bits = 2
    while 1 &<< bits < capacity * 2 { bits += 1 }
    slots = [UInt32](filledWith: 0, count: 1 &<< bits)
    slotMask = (1 &<< bits) - 1
    shift = 32 - UInt32(bits)
    indexMask = 0xFFFF_FFFF &>> shift
    probesLeft = Self.probesPerIdentity * identities + 1024
  }

  /// Whether lookups have probed more slots than well-distributed hashes would require.
  @inlinable package var isExhausted: Bool { probesLeft < 0 }

  @usableFromInline package struct Probe {
    @usableFromInline package var slot: Int
    @usableFromInline package let tag: UInt32
    @inlinable package init(slot: Int, tag: UInt32) {
      self.slot = slot
      self.tag = tag
    }
  }

  @inlinable package func probe(_ hash: UInt32) -> Probe { Self.probe(hash, shift: shift, indexMask: indexMask) }

  @inlinable package static func probe(_ hash: UInt32, shift: UInt32, indexMask: UInt32) -> Probe {
    Probe(slot: Int(hash &>> shift), tag: (hash &<< (32 &- shift)) & ~indexMask)
  }

  /// Returns the next index whose identity may be equal to the searched identity.
  ///
  /// Returns -1 at the end of the search, or if the table is exhausted (see ``isExhausted``).
  @inlinable package mutating func next(_ probe: inout Probe) -> Int {
    var left = probesLeft
    defer { probesLeft = left }
    return next(&probe, &left)
  }

  /// Returns the next index of a search that has a separate limit for probes.
  @inlinable package func next(_ probe: inout Probe, _ probesLeft: inout Int) -> Int {
    while true {
      let entry = slots[probe.slot & slotMask]
      if entry == 0 || probesLeft < 0 { return -1 }
      probesLeft -= 1
      probe.slot += 1
      if entry & ~indexMask == probe.tag { return Int(entry & indexMask) - 1 }
    }
  }

  /// Returns the first index of a hash that satisfies a condition.
  ///
  /// - Returns: -1 if there is no such index, or `nil` after too many probes.
  @inlinable package func first(_ hash: UInt32, where isFound: (Int) -> Bool) -> Int? {
    var probesLeft = 4_096
    var probe = probe(hash)
    var index = next(&probe, &probesLeft)
    // Indices with equal hashes are found in the order in which they were inserted.
    while index >= 0, !isFound(index) { index = next(&probe, &probesLeft) }
    return index < 0 && probesLeft < 0 ? nil : index
  }

  /// Inserts an index for each hash whose first slot is free.
  ///
  /// The slots do not depend on each other, so many slots are loaded from memory at the same time.
  ///
  /// - Parameters:
  ///   - index: The index of the first hash. The other hashes have the subsequent indices, all of which are below the
  ///     capacity.
  ///   - hashes: The hashes, at most 64.
  /// - Returns: The collisions: bit *n* is set if the first slot of hash *n* is taken.
  mutating func insert(_ index: Int, hashes: UnsafePointer<UInt32>, count: Int) -> UInt64 {
    var collisions: UInt64 = 0
    let (shift, indexMask) = (shift, indexMask)
    slots.withUnsafeMutableBufferPointer { slots in
      var number = 0
      while number < count {
        let probe = Self.probe(hashes[number], shift: shift, indexMask: indexMask)
        let entry = slots[probe.slot]
        let new = probe.tag | UInt32(truncatingIfNeeded: index &+ number &+ 1)
        // Every slot is written, because a branch would often be mispredicted.
        slots[probe.slot] = entry | (new & (entry == 0 ? 0xFFFF_FFFF : 0))
        collisions |= (entry == 0 ? 0 : 1) &<< UInt64(truncatingIfNeeded: number)
        number &+= 1
      }
    }
    return collisions
  }

  /// Returns the hashes whose first slot is taken: bit *n* is set for hash *n*.
  ///
  /// - Parameter hashes: The hashes, at most 64.
  func collisions(_ hashes: UnsafePointer<UInt32>, count: Int) -> UInt64 {
    var collisions: UInt64 = 0
    slots.withUnsafeBufferPointer { slots in
      var number = 0
      while number < count {
        let isTaken: UInt64 = slots[Int(hashes[number] &>> shift)] == 0 ? 0 : 1
        collisions |= isTaken &<< UInt64(truncatingIfNeeded: number)
        number &+= 1
      }
    }
    return collisions
  }

  /// Stores an index in the slot that a search has reached, which must be free.
  @inlinable package mutating func insert(_ index: Int, at probe: Probe) {
    slots[probe.slot & slotMask] = probe.tag | UInt32(index + 1)
  }
}

/// Returns a 32-bit hash of an identity.
///
/// For common integer types, this takes two multiplications (`integerHash`). In release builds, strings and UUIDs take
/// a few multiplications for every eight bytes (`hashOfBytes`). Other types use the standard library's hash.
///
/// Code that is specialized for an identity type contains only one of these branches.
///
/// - Parameter seed: The value of `hashSeed`. Callers that hash many identities read `hashSeed` once, because accessing
///   it requires a call.
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
  // The standard library's optimized hash is faster in debug builds.
  if let hash = hashOfBytes(identity, seed: seed) { return hash }
  #endif
  return UInt32(truncatingIfNeeded: identity.hashValue)
}

/// Returns a hash of a string or of a UUID's bytes, or `nil` for other types.
@inlinable package func hashOfBytes<Identity: Hashable>(_ identity: Identity, seed: UInt64) -> UInt32? {
  if Identity.self == String.self, let text = identity as? String { return textHash(text, seed: seed) }
  // The compiler removes this branch for types with a different layout.
  if MemoryLayout<Identity>.size == 16, MemoryLayout<Identity>.alignment == 1, Identity.self == uuidType {
    return withUnsafeBytes(of: identity) { bytesHash(of: $0, seed: seed) }
  }
  return nil
}

/// The type `UUID`, or another type if the program does not contain it.
///
/// The type is found by name, so that programs need not link Foundation.
@usableFromInline package let uuidType: Any.Type =
  _typeByName("20FoundationEssentials4UUIDV") ?? _typeByName("10Foundation4UUIDV") ?? Never.self

@inlinable package func bytesHash(of bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt32 {
  let first = mixed(seed ^ bytes.loadUnaligned(as: UInt64.self))
  return UInt32(truncatingIfNeeded: mixed(first ^ bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)) &>> 32)
}

/// A random number for each process, which prevents attackers from preparing collisions, as in the standard library.
@usableFromInline package let hashSeed = UInt64(truncatingIfNeeded: "".hashValue)

/// Mixes the bits of a number, the upper bits best.
@inlinable package func mixed(_ number: UInt64) -> UInt64 {
  let product = number.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

/// Returns a hash of an integer, using two multiplications.
///
/// This is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
///
/// After a single multiplication, integers at certain regular distances would form clusters.
@inlinable package func integerHash(_ number: UInt64, seed: UInt64) -> UInt32 {
  var hash = (number ^ seed) &* 0x9E37_79B9_7F4A_7C15
  hash = (hash ^ hash &>> 29) &* 0xBF58_476D_1CE4_E5B9
  return UInt32(truncatingIfNeeded: hash &>> 32)
}

/// Returns a hash of an identity that requires one multiplication (Knuth, 1973).
///
/// Consecutive integers hardly collide, but integers at other distances may form clusters.
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
