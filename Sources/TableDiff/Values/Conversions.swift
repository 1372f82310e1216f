// The generic integer conversions of the standard library are inlined into every caller, and the compiler then
// processes all functions of both integer types in each module. A conversion between two concrete types is a single
// instruction. `Int(number)` uses these conversions wherever the package imports this module.

extension Int {
  @inlinable @inline(__always) package init(_ number: Int32) { self.init(_truncatingBits: number._lowWord) }

  @inlinable @inline(__always) package init(_ number: UInt32) { self.init(_truncatingBits: number._lowWord) }

  @inlinable @inline(__always) package init(truncatingIfNeeded number: UInt64) {
    self.init(_truncatingBits: number._lowWord)
  }
}

extension Int32 {
  @inlinable @inline(__always) package init(_ number: Int) {
    self.init(truncatingIfNeeded: number)
    precondition(Int(self) == number, "not enough bits for the number")
  }

  @inlinable @inline(__always) package init(truncatingIfNeeded number: Int) {
    self.init(_truncatingBits: UInt(bitPattern: number))
  }

  @inlinable @inline(__always) package init(clamping number: Int) {
    self.init(truncatingIfNeeded: number)
    if Int(self) != number { self = number < 0 ? -0x8000_0000 : 0x7FFF_FFFF }
  }
}

extension UInt32 {
  @inlinable @inline(__always) package init(_ number: Int) {
    self.init(truncatingIfNeeded: number)
    precondition(Int(self) == number, "not enough bits for the number")
  }

  @inlinable @inline(__always) package init(truncatingIfNeeded number: Int) {
    self.init(_truncatingBits: UInt(bitPattern: number))
  }

  @inlinable @inline(__always) package init(truncatingIfNeeded number: UInt64) {
    self.init(_truncatingBits: number._lowWord)
  }
}

extension Int64 {
  @inlinable @inline(__always) package init(_ number: Int) { self.init(bitPattern: UInt64(truncatingIfNeeded: number)) }

  @inlinable @inline(__always) package init(_ number: UInt32) { self.init(_truncatingBits: number._lowWord) }

  @inlinable @inline(__always) package init(high: Int32, low: UInt32) {
    self = Int64(UInt32(bitPattern: high)) &<< 32 | Int64(low)
  }
}

extension UInt64 {
  @inlinable @inline(__always) package init(_ number: UInt8) { self.init(_truncatingBits: number._lowWord) }

  @inlinable @inline(__always) package init(_ number: Int) {
    precondition(number >= 0, "a negative number")
    self.init(truncatingIfNeeded: number)
  }

  /// Creates a number from the bits of another number, with sign extension.
  @inlinable @inline(__always) package init(truncatingIfNeeded number: Int) {
    self.init(_truncatingBits: UInt(bitPattern: number))
    #if !_pointerBitWidth(_64)
    if number < 0 { self |= 0xFFFF_FFFF_0000_0000 }
    #endif
  }
}
