// The standard library's conversion from any integer type to any other is copied whole to each place that calls it. A
// place takes the compiler as long as thirty lines of other code, in debug builds, too, where the copy also runs
// slowly. Between two named types it is one instruction, and these are what `Int(number)` and the like mean here.

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
