// The standard library converts from any integer type to any other by code that is copied to each place that calls it. The
// compiler looks through every copy, for debug builds, too: that was half of what its passes did for this module. Between
// two named types a conversion is one instruction. `Int(number)` means these, wherever the package imports this module.

extension Int {
  @inlinable @inline(__always) package init(_ number: Int32) { self.init(truncatingIfNeeded: number) }

  @inlinable @inline(__always) package init(_ number: UInt32) { self.init(truncatingIfNeeded: number) }
}

extension Int32 {
  @inlinable @inline(__always) package init(_ number: Int) {
    self.init(truncatingIfNeeded: number)
    precondition(Int(self) == number, "not enough bits for the number")
  }
}

extension UInt32 {
  @inlinable @inline(__always) package init(_ number: Int) {
    self.init(truncatingIfNeeded: number)
    precondition(Int(self) == number, "not enough bits for the number")
  }
}

extension Int64 {
  @inlinable @inline(__always) package init(_ number: Int32) { self.init(truncatingIfNeeded: number) }

  @inlinable @inline(__always) package init(_ number: UInt32) { self.init(truncatingIfNeeded: number) }
}

extension UInt64 {
  @inlinable @inline(__always) package init(_ number: UInt8) { self.init(truncatingIfNeeded: number) }

  @inlinable @inline(__always) package init(_ number: Int) {
    precondition(number >= 0, "a negative number")
    self.init(truncatingIfNeeded: number)
  }
}
