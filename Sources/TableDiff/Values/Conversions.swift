// The standard library converts from any integer type to any other by code that is copied to each place that calls it, and
// with it come all functions of both types, which the compiler looks through one by one in each module. Between two named
// types a conversion is one instruction. `Int(number)` means these, wherever the package imports this module.

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

  /// The nearest number of 32 bits.
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

  /// 32 bits above 32 others, for numbers to sort by.
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

  /// The bits of a number, with its sign where it is shorter.
  @inlinable @inline(__always) package init(truncatingIfNeeded number: Int) {
    self.init(_truncatingBits: UInt(bitPattern: number))
    #if !_pointerBitWidth(_64)
    if number < 0 { self |= 0xFFFF_FFFF_0000_0000 }
    #endif
  }
}
