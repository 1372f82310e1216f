extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies a condition that all later elements also satisfy.
  ///
  /// ```swift
  /// starts.partitioningIndex { $0 > line }        // the first of ascending numbers above another
  /// (0..<count).partitioningIndex { isReached($0) }   // the same for anything that has positions
  /// ```
  ///
  /// - Returns: The index of the element, or `endIndex` if there is no such element.
  /// - Complexity: O(log *n*).
  @inlinable package func partitioningIndex<Failure>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var low = startIndex
    var length = count
    while length > 0 {
      let half = length / 2
      let middle = index(low, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        length = half
      } else {
        low = index(after: middle)
        length -= half + 1
      }
    }
    return low
  }
}
