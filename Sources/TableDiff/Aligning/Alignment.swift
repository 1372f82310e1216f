/// The positions, in the old and the new sequence, of two rows with equal identities.
@usableFromInline package struct Pair: Equatable, Sendable {
  @usableFromInline package var old: Int32
  @usableFromInline package var new: Int32

  @inlinable package init(old: Int32, new: Int32) {
    self.old = old
    self.new = new
  }
}

/// The result of aligning pairs of sequences: runs of paired rows in order, and left-over rows.
@usableFromInline package struct Alignment {
  /// Runs of paired rows, in ascending order on both sides.
  package var runs: [Run] = []
  package var updates: [Pair] = []
  /// The positions of old rows that were not paired, in ascending order.
  package var oldLeft: [Int32] = []
  package var newLeft: [Int32] = []
  /// The start of each pair of sequences in the lists of this alignment.
  package var marks: [Mark] = []

  package init() {}

  package struct Mark {
    /// The position of the old sequence among the old sequences.
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

  /// Begins the alignment of another pair of sequences.
  ///
  /// - Parameter place: The position of the old sequence among the old sequences. It determines the order of duplicates
  ///   that change sequence.
  @usableFromInline package mutating func begin(place: Int32 = 0) { marks.append(Mark(self, place: place)) }

  /// Appends to a list the positions from `first` up to, but not including, `end`.
  ///
  /// A few positions are appended individually, because appending a range takes several times as long in debug builds.
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

/// The ranges of an alignment's lists that belong to one pair of sequences.
package struct AlignmentPart {
  package var runs: Range<Int>
  package var updates: Range<Int>
  package var oldLeft: Range<Int>
  package var newLeft: Range<Int>
}

extension Alignment {
  package func part(_ number: Int) -> AlignmentPart {
    let start = marks[number]
    let end = number + 1 < marks.count ? marks[number + 1] : Mark(self)
    return AlignmentPart(
      runs: start.runs..<end.runs, updates: start.updates..<end.updates,
      oldLeft: start.oldLeft..<end.oldLeft, newLeft: start.newLeft..<end.newLeft)
  }

  /// Returns the pair of sequences to which a left-over old row belongs.
  func owner(ofOld number: Int) -> Int { max(0, marks.partitioningIndex { $0.oldLeft > number } - 1) }

  /// Returns the pair of sequences to which a left-over new row belongs.
  func owner(ofNew number: Int) -> Int { max(0, marks.partitioningIndex { $0.newLeft > number } - 1) }

  /// Returns a left-over old row of, or near, the pair of sequences to which a left-over new row belongs.
  func oldLeft(besideNew number: Int) -> Int { marks[owner(ofNew: number)].oldLeft }

  /// Returns the number of the pair of sequences to which each left-over row belongs.
  func owners(isOld: Bool) -> [Int32] {
    var owners = [Int32](repeating: 0, count: isOld ? oldLeft.count : newLeft.count)
    for number in marks.indices.dropFirst() {
      let part = part(number)
      for index in isOld ? part.oldLeft : part.newLeft { owners[index] = Int32(number) }
    }
    return owners
  }
}
