/// A request from the diff engine that concerns many rows.
///
/// Only the engine uses this type.
///
/// The engine is compiled once, and refers to rows by address. Only the code that answers requests is specialized for
/// each row type. Therefore, an additional row type adds little code, and each call handles many rows.
public struct _RowQuestion {
  @usableFromInline package enum Kind {
    /// The number of consecutive pairs with equal identities, and one bit for each pair whose content has changed.
    ///
    /// Pairs start with the two given rows or, if `isBackwards` is `true`, with the last of `count` pairs.
    case inStep(UnsafeRawPointer, UnsafeRawPointer, count: Int, isBackwards: Bool)
    /// The steps of a walk that starts with two rows, for as long as a look-ahead finds one of two different rows, and
    /// the changed pairs.
    case walk(UnsafeRawPointer, UnsafeRawPointer, Looks, UnsafeMutablePointer<WalkStep>)
    /// The first look-ahead that finds one of two rows on the other side.
    case ahead(UnsafeRawPointer, UnsafeRawPointer, Looks)
    /// The hashes of consecutive rows.
    case hashes(UnsafeRawPointer, UnsafeMutablePointer<UInt32>, count: Int, areQuick: Bool)
    /// The pairs with equal identities, unless these are known, and the pairs whose content has changed.
    case pairs(UnsafeMutablePointer<Lookup>, count: Int, areSame: Bool)
  }

  @inlinable package static var limit: Int { 64 }

  @usableFromInline package let kind: Kind

  init(_ kind: Kind) { self.kind = kind }
}

/// The look-aheads of a walk.
///
/// Look-ahead 2*k* compares an old row with the *k*-th row after a new row, and look-ahead 2*k* + 1 does the reverse.
@usableFromInline package struct Looks: Sendable {
  @usableFromInline package let first: Int
  @usableFromInline package let end: Int
  /// The number of rows on either side, including the current row.
  @usableFromInline package let oldRoom: Int
  @usableFromInline package let newRoom: Int

  init(_ looks: Range<Int>, oldRoom: Int, newRoom: Int) {
    first = looks.lowerBound
    end = looks.upperBound
    self.oldRoom = oldRoom
    self.newRoom = newRoom
  }

  /// Returns the first look-ahead that finds a row, or -1.
  ///
  /// - Parameters:
  ///   - left: The number of rows that precede the old row on its side.
  ///   - right: The number of rows that precede the new row on its side.
  @inlinable package func look<Row: Diffable>(
    from old: UnsafePointer<Row>, at left: Int = 0, and new: UnsafePointer<Row>, at right: Int = 0
  ) -> Int {
    let (olds, news) = (old + left, new + right)
    let (one, two) = (olds.identity(at: 0), news.identity(at: 0))
    var look = first
    while look < end {
      let ahead = look &>> 1
      if look & 1 == 0 {
        if ahead < newRoom &- right, one == news.identity(at: ahead) { return look }
      } else {
        if ahead < oldRoom &- left, olds.identity(at: ahead) == two { return look }
      }
      look &+= 1
    }
    return -1
  }
}

/// A step of a walk: consecutive pairs, and the look-ahead that found a row after them.
@usableFromInline package struct WalkStep: BitwiseCopyable {
  @usableFromInline package let pairs: Int32
  /// The look-ahead, or -1 if no look-ahead found a row, or 0 if the walk ended in step.
  @usableFromInline package let look: Int32

  @inlinable package static var limit: Int { 16 }

  @inlinable package init(pairs: Int, look: Int) {
    self.pairs = Int32(truncatingIfNeeded: pairs)
    self.look = Int32(truncatingIfNeeded: look)
  }
}

/// A row to look up, along with a row that may have the same identity.
@usableFromInline package struct Lookup: BitwiseCopyable {
  @usableFromInline package let old: UnsafeRawPointer
  @usableFromInline package let new: UnsafeRawPointer
  let hash: UInt32
  let number: Int32
  var found: Int32
  @usableFromInline package var isSame = false
  @usableFromInline package var hasChanged = false

  init(old: UnsafeRawPointer, new: UnsafeRawPointer, hash: UInt32 = 0, number: Int, found: Int) {
    self.old = old
    self.new = new
    self.hash = hash
    self.number = Int32(truncatingIfNeeded: number)
    self.found = Int32(truncatingIfNeeded: found)
  }

  static let batch = 4
}

/// Provides temporary stack memory for a few values that need no initialization.
func withRoom<Value: BitwiseCopyable, Result, Failure: Error>(
  for count: Int, of value: Value.Type, _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> Result
) throws(Failure) -> Result {
  try withUnsafeTemporaryAllocation(of: value, capacity: count) { room throws(Failure) in
    guard let first = room.baseAddress else { preconditionFailure("there is no memory") }
    return try body(first)
  }
}

extension _RowQuestion {
  /// Returns the answer, and one bit for each pair whose content has changed.
  @inlinable package func answer<Row: Diffable>(by row: Row.Type) -> (number: Int, changed: UInt64) {
    switch kind {
    case .inStep(let old, let new, let count, let isBackwards):
      let (olds, news) = (old.assumingMemoryBound(to: row), new.assumingMemoryBound(to: row))
      return isBackwards ? Self.backwards(olds, news, count) : Self.forwards(olds, news, count)
    case .walk(let old, let new, let looks, let steps):
      let (olds, news) = (old.assumingMemoryBound(to: row), new.assumingMemoryBound(to: row))
      var (left, right) = (0, 0)
      var (pairs, count) = (0, 0)
      var changed: UInt64 = 0
      while count < WalkStep.limit {
        let room = Swift.min(looks.oldRoom &- left, looks.newRoom &- right, Self.limit &- pairs)
        let (number, here) = Self.forwards(olds + left, news + right, room)
        changed |= here &<< UInt64(truncatingIfNeeded: pairs)
        left &+= number
        right &+= number
        pairs &+= number
        let look = number == room ? 0 : looks.look(from: olds, at: left, and: news, at: right)
        steps[count] = WalkStep(pairs: number, look: look)
        count &+= 1
        if look <= 0 { break }
        if look & 1 == 0 { right &+= look &>> 1 } else { left &+= look &>> 1 }
      }
      return (count, changed)
    case .ahead(let old, let new, let looks):
      return (looks.look(from: old.assumingMemoryBound(to: row), and: new.assumingMemoryBound(to: row)), 0)
    case .hashes(let first, let hashes, let count, let areQuick):
      let rows = first.assumingMemoryBound(to: row)
      let seed = hashSeed
      var index = 0
      while index < count {
        let identity = rows.identity(at: index)
        hashes[index] = areQuick ? quickHash(identity, seed: seed) : identityHash(identity, seed: seed)
        index &+= 1
      }
    case .pairs(let lookups, let count, let areSame):
      var index = 0
      while index < count {
        let one = lookups[index].old.assumingMemoryBound(to: row)
        let two = lookups[index].new.assumingMemoryBound(to: row)
        let isSame = areSame || one.identity(at: 0) == two.identity(at: 0)
        lookups[index].isSame = isSame
        lookups[index].hasChanged = isSame && !one.hasSameContent(at: 0, as: two)
        index &+= 1
      }
    }
    return (0, 0)
  }

  /// Returns the number of pairs with equal identities from the front, and the pairs whose content has changed.
  @inline(__always) @inlinable package static func forwards<Row: Diffable>(
    _ olds: UnsafePointer<Row>, _ news: UnsafePointer<Row>, _ count: Int
  ) -> (number: Int, changed: UInt64) {
    var index = 0
    var changed: UInt64 = 0
    while index < count, olds.identity(at: index) == news.identity(at: index) {
      if !olds.hasSameContent(at: index, as: news) { changed |= 1 &<< UInt64(truncatingIfNeeded: index) }
      index &+= 1
    }
    return (index, changed)
  }

  /// Returns the number of pairs with equal identities from the back, and the pairs whose content has changed.
  @inline(__always) @inlinable package static func backwards<Row: Diffable>(
    _ olds: UnsafePointer<Row>, _ news: UnsafePointer<Row>, _ count: Int
  ) -> (number: Int, changed: UInt64) {
    var index = count
    var changed: UInt64 = 0
    while index > 0, olds.identity(at: index &- 1) == news.identity(at: index &- 1) {
      index &-= 1
      if !olds.hasSameContent(at: index, as: news) {
        changed |= 1 &<< UInt64(truncatingIfNeeded: count &- 1 &- index)
      }
    }
    return (count &- index, changed)
  }

  /// Returns the answer, using code that all row types share.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline package func sharedAnswer<Row: Diffable>(by row: Row.Type) -> (number: Int, changed: UInt64) {
    answer(by: row)
  }
}

extension Diffable {
  /// Answers a request of the diff engine, using code specialized for this row type.
  @inlinable public static func _answer(_ question: _RowQuestion) -> (number: Int, changed: UInt64) {
    question.answer(by: self)
  }
}

/// A type that is rarely used as a row, and is not specialized because that would make every program larger.
@usableFromInline package protocol SeldomRow: Diffable {}

extension SeldomRow {
  /// Answers a request of the diff engine, using code that all row types share.
  @inlinable public static func _answer(_ question: _RowQuestion) -> (number: Int, changed: UInt64) {
    question.sharedAnswer(by: self)
  }
}
