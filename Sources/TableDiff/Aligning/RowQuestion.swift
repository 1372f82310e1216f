/// What a diff asks of rows, of many in one call.
///
/// There is nothing to implement, and nothing to use.
///
/// The engine is compiled once and knows rows by where they are in memory. Only the answers are compiled for each type of
/// rows, where it conforms to ``Diffable``. So a further type costs little, and generic code that is not compiled for
/// its rows calls code that is once for many of them.
public struct _RowQuestion {
  @usableFromInline package enum Kind {
    /// How many pairs from two rows on have equal identities, and which of these changed their content?
    case front(UnsafeRawPointer, UnsafeRawPointer, count: Int)
    /// The same from the last ones on, backwards.
    case back(UnsafeRawPointer, UnsafeRawPointer, count: Int)
    /// Which looks ahead is the first that finds one of two rows on the other side?
    ///
    /// Look 2*k* compares the old row with the *k*-th one after the new row, look 2*k* + 1 the other way round.
    case ahead(UnsafeRawPointer, UnsafeRawPointer, looks: Range<Int>, room: (old: Int, new: Int))
    /// What are the hashes of rows that follow each other?
    case hashes(UnsafeRawPointer, Lookups, count: Int, areQuick: Bool)
    /// Which pairs have equal identities, unless that is known, and which of them changed their content?
    case pairs(Lookups, count: Int, areSame: Bool)
  }

  @usableFromInline package typealias Lookups = UnsafeMutablePointer<Lookup>

  /// How many pairs a question may be about.
  @inlinable package static var limit: Int { 64 }

  @usableFromInline package let kind: Kind

  @inlinable package init(_ kind: Kind) { self.kind = kind }
}

/// A row that is looked for, and the one that may be it.
@usableFromInline package struct Lookup {
  @usableFromInline package let old: UnsafeRawPointer
  @usableFromInline package let new: UnsafeRawPointer
  @usableFromInline package var hash: UInt32
  /// The numbers of the row that is looked for and of the one that was found, or -1.
  let number: Int32
  var found: Int32
  @usableFromInline package var isSame = false
  @usableFromInline package var hasChanged = false

  /// How many are made at once: 1 kB, which finds room on the stack.
  static let limit = 32

  init(old: UnsafeRawPointer, new: UnsafeRawPointer, hash: UInt32, number: Int, found: Int) {
    self.old = old
    self.new = new
    self.hash = hash
    self.number = Int32(truncatingIfNeeded: number)
    self.found = Int32(truncatingIfNeeded: found)
  }

  /// Lends room for some.
  static func withRoom<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<Lookup>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafeTemporaryAllocation(of: Lookup.self, capacity: limit) { room throws(Failure) in
      guard let first = room.baseAddress else { preconditionFailure("there is no memory") }
      return try body(first)
    }
  }
}

extension _RowQuestion {
  /// The answer: a number, and one bit for each pair that changed its content.
  @inlinable package func answer<Row: Diffable>(by row: Row.Type) -> (number: Int, changed: UInt64) {
    switch kind {
    case .front(let old, let new, let count):
      let (olds, news) = (Self.rows(old, count, row), Self.rows(new, count, row))
      let (one, two) = (olds.span, news.span)
      var index = 0
      var changed: UInt64 = 0
      while index < count, one.identity(at: index) == two.identity(at: index) {
        if !one.hasSameContent(at: index, as: two, at: index) {
          changed |= 1 &<< UInt64(truncatingIfNeeded: index)
        }
        index &+= 1
      }
      return (index, changed)
    case .back(let old, let new, let count):
      let (olds, news) = (Self.rows(old, count, row), Self.rows(new, count, row))
      let (one, two) = (olds.span, news.span)
      var index = count
      var changed: UInt64 = 0
      while index > 0, one.identity(at: index &- 1) == two.identity(at: index &- 1) {
        index &-= 1
        if !one.hasSameContent(at: index, as: two, at: index) {
          changed |= 1 &<< UInt64(truncatingIfNeeded: count &- 1 &- index)
        }
      }
      return (count &- index, changed)
    case .ahead(let old, let new, let looks, let room):
      let (olds, news) = (Self.rows(old, room.old, row), Self.rows(new, room.new, row))
      let (one, two) = (olds.span, news.span)
      let (left, right) = (one.identity(at: 0), two.identity(at: 0))
      var look = looks.lowerBound
      while look < looks.upperBound {
        let ahead = look &>> 1
        if look & 1 == 0 {
          if ahead < room.new, left == two.identity(at: ahead) { return (look, 0) }
        } else {
          if ahead < room.old, one.identity(at: ahead) == right { return (look, 0) }
        }
        look &+= 1
      }
      return (-1, 0)
    case .hashes(let first, let lookups, let count, let areQuick):
      let all = Self.rows(first, count, row)
      let rows = all.span
      var index = 0
      while index < count {
        let identity = rows.identity(at: index)
        lookups[index].hash = areQuick ? quickHash(identity) : identityHash(identity)
        index &+= 1
      }
    case .pairs(let lookups, let count, let areSame):
      var index = 0
      while index < count {
        let (olds, news) = (Self.rows(lookups[index].old, 1, row), Self.rows(lookups[index].new, 1, row))
        let (one, two) = (olds.span, news.span)
        let isSame = areSame || one.identity(at: 0) == two.identity(at: 0)
        lookups[index].isSame = isSame
        lookups[index].hasChanged = isSame && !one.hasSameContent(at: 0, as: two, at: 0)
        index &+= 1
      }
    }
    return (0, 0)
  }

  @inlinable package static func rows<Row: Diffable>(
    _ first: UnsafeRawPointer, _ count: Int, _ row: Row.Type
  ) -> UnsafeBufferPointer<Row> {
    UnsafeBufferPointer(start: first.assumingMemoryBound(to: row), count: count)
  }

  /// The answer by code that all types share.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  @usableFromInline package func sharedAnswer<Row: Diffable>(by row: Row.Type) -> (number: Int, changed: UInt64) {
    answer(by: row)
  }
}

extension Diffable {
  /// Answers what a diff asks, by code that is made for this type.
  @inlinable public static func _answer(_ question: _RowQuestion) -> (number: Int, changed: UInt64) {
    question.answer(by: self)
  }
}

/// A type of the standard library or of ours that is seldom a type of rows: code for each would make every program larger.
@usableFromInline package protocol SeldomRow: Diffable {}

extension SeldomRow {
  /// Answers what a diff asks, by code that all types share.
  @inlinable public static func _answer(_ question: _RowQuestion) -> (number: Int, changed: UInt64) {
    question.sharedAnswer(by: self)
  }
}
