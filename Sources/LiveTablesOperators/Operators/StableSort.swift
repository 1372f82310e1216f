extension Range<Int> {
  /// Returns the numbers, stably sorted with a predicate.
  ///
  /// The algorithm is a natural merge sort (Knuth, 1973). Unlike the standard library's sort, it is inlined into its
  /// caller, so that the predicate is compiled into it even if the caller receives the predicate as a closure.
  ///
  /// - Complexity: O(*n* log *n*), or O(*n*) if the numbers are already in ascending or descending order.
  @inlinable @inline(__always) func stablySorted(by precedes: (Int, Int) throws -> Bool) rethrows -> [Int] {
    var order = Array(self)
    var room = order
    try order.withUnsafeMutableBufferPointer { order in
      try room.withUnsafeMutableBufferPointer { room in
        // The start of each sorted run, followed by the end of the last run.
        var bounds = [0]
        var end = 0
        while end < order.count {
          end = try order.sortRun(from: end, by: precedes)
          bounds.append(end)
          // Each run is at least twice as long as the next one, so that merged runs have similar lengths.
          while bounds.count > 2 {
            let last = bounds.count - 1
            let (low, middle) = (bounds[last - 2], bounds[last - 1])
            if end < order.count, middle - low >= 2 * (end - middle) { break }
            try order.merge(low, middle, end, using: room, by: precedes)
            bounds.remove(at: last - 1)
          }
        }
      }
    }
    return order
  }
}

extension UnsafeMutableBufferPointer<Int> {
  /// The length up to which runs are sorted by insertion.
  @inlinable static var shortRun: Int { 16 }

  /// Sorts the first numbers from a position, and returns the end of the sorted run.
  @inlinable @inline(__always) func sortRun(
    from start: Int, by precedes: (Int, Int) throws -> Bool
  ) rethrows -> Int {
    var end = start + 1
    if end == count { return end }
    let descends = try precedes(self[end], self[start])
    repeat { end += 1 } while try end < count && precedes(self[end], self[end - 1]) == descends
    if descends { self[start..<end].reverse() }
    while end < Swift.min(start + Self.shortRun, count) {
      let number = self[end]
      var place = end
      while place > start, try precedes(number, self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = number
      end += 1
    }
    return end
  }

  /// Merges two adjacent sorted runs, using another buffer of the same size.
  @inlinable @inline(__always) func merge(
    _ low: Int, _ middle: Int, _ high: Int, using room: Self, by precedes: (Int, Int) throws -> Bool
  ) rethrows {
    for place in low..<middle { room[place] = self[place] }
    var (next, second) = (low, middle)
    for first in low..<middle {
      // The inner loop keeps the compiler from replacing the branch, whose prediction loads rows in advance.
      while second < high, try precedes(self[second], room[first]) {
        self[next] = self[second]
        second += 1
        next += 1
      }
      self[next] = room[first]
      next += 1
    }
  }
}
