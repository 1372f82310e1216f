extension RandomAccessCollection {
  /// Finds the first element that has a property which all later elements have too, by halving.
  ///
  /// ```swift
  /// starts.partitioningIndex { $0 > line }        // the first of ascending numbers above another
  /// (0..<count).partitioningIndex { isReached($0) }   // the same for anything that has positions
  /// ```
  ///
  /// - Parameter belongsInSecondPartition: Whether an element has the property.
  /// - Returns: The index of that element; `endIndex` if there is none.
  /// - Throws: What `belongsInSecondPartition` throws.
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
