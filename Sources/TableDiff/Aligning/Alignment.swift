/// Two rows that are the same, by their positions.
@usableFromInline package struct Pair: Equatable, Sendable {
  @usableFromInline package var old: Int32
  @usableFromInline package var new: Int32

  @inlinable package init(old: Int32, new: Int32) {
    self.old = old
    self.new = new
  }
}

/// What is known after walking along two sequences, or several pairs of them: runs that pair in order, and what is left
/// over on either side.
@usableFromInline package struct Alignment {
  /// Paired rows, ascending on both sides.
  package var runs: [Run] = []
  /// Which of them changed their content.
  package var updates: [Pair] = []
  /// Positions that were not paired, ascending.
  package var oldLeft: [Int32] = []
  package var newLeft: [Int32] = []
  /// Where each pair of sequences begins in the lists above.
  package var marks: [Mark] = []

  package init() {}

  package struct Mark {
    /// The pair's place in the order of the old sequences.
    package var place: Int32
    package var runs: Int
    package var updates: Int
    package var oldLeft: Int
    package var newLeft: Int

    init(_ alignment: Alignment, place: Int32 = 0) {
      self.place = place
      runs = alignment.runs.count
      updates = alignment.updates.count
      oldLeft = alignment.oldLeft.count
      newLeft = alignment.newLeft.count
    }
  }

  /// Begins with one more pair of sequences.
  ///
  /// - Parameter place: Where the old one stands among the old sequences, which orders duplicates that change sequence.
  @usableFromInline package mutating func begin(place: Int32 = 0) { marks.append(Mark(self, place: place)) }

  /// Appends the positions from one up to another, without that.
  ///
  /// Few are appended one by one, for the reason that `Array(filledWith:count:)` gives. A debug build takes several times as
  /// long for the elements of a range.
  static func append(_ first: Int32, to end: Int32, _ list: inout [Int32]) {
    let size = Int(end - first)
    if size <= 64 {
      if list.isEmpty { list.reserveCapacity(size) }
      var position = first
      while position < end {
        list.append(position)
        position += 1
      }
      return
    }
    let all = [Int32](unsafeUninitializedCapacity: size) { buffer, count in
      count = size
      var index = 0
      while index < size {
        buffer.initializeElement(at: index, to: first + Int32(index))
        index += 1
      }
    }
    if list.isEmpty { list = all } else { list += all }
  }

  @usableFromInline package mutating func append(_ run: Run) {
    if run.count == 0 { return }
    if let last = runs.last, last.isShared == run.isShared, runs.count > (marks.last?.runs ?? 0),
      last.old + last.count == run.old, last.new + last.count == run.new
    {
      runs[runs.count - 1].count += run.count
    } else {
      runs.append(run)
    }
  }
}

/// Where the lists of one pair of sequences stand in an alignment.
package struct AlignmentPart {
  package var runs: Range<Int>
  package var updates: Range<Int>
  package var oldLeft: Range<Int>
  package var newLeft: Range<Int>
}

extension Alignment {
  /// Where the lists of the pair of sequences with a number stand.
  package func part(_ number: Int) -> AlignmentPart {
    let start = marks[number]
    let end = number + 1 < marks.count ? marks[number + 1] : Mark(self)
    return AlignmentPart(
      runs: start.runs..<end.runs, updates: start.updates..<end.updates,
      oldLeft: start.oldLeft..<end.oldLeft, newLeft: start.newLeft..<end.newLeft)
  }

  /// The pair of sequences to which a left-over old row belongs.
  func owner(ofOld number: Int) -> Int { max(0, marks.partitioningIndex { $0.oldLeft > number } - 1) }

  /// The pair of sequences to which a left-over new row belongs.
  func owner(ofNew number: Int) -> Int { max(0, marks.partitioningIndex { $0.newLeft > number } - 1) }

  /// The first left-over old row of the pair of sequences to which a left-over new row belongs, or one near it.
  func oldLeft(besideNew number: Int) -> Int { marks[owner(ofNew: number)].oldLeft }

  /// For each left-over row the number of its pair of sequences.
  func owners(isOld: Bool) -> [Int32] {
    var owners = [Int32](repeating: 0, count: isOld ? oldLeft.count : newLeft.count)
    for number in marks.indices.dropFirst() {
      let part = part(number)
      for index in isOld ? part.oldLeft : part.newLeft { owners[index] = Int32(number) }
    }
    return owners
  }
}
