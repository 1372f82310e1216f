extension Array {
  /// Returns the array after simultaneously removing and inserting elements.
  ///
  /// - Parameters:
  ///   - leaving: The positions of removed elements before the change, in any order.
  ///   - arriving: The inserted elements, along with their positions after the change, in any order.
  @inlinable package func rearranged(leaving: [Int], arriving: [(place: Int, element: Element)]) -> Self {
    if leaving.isEmpty, arriving.isEmpty { return self }
    var staying: Self = []
    staying.reserveCapacity(count)
    var start = 0
    for place in leaving.ascending() {
      staying += self[start..<place]
      start = place + 1
    }
    staying += self[start...]

    var result: Self = []
    result.reserveCapacity(staying.count + arriving.count)
    var next = 0
    for (place, element) in arriving.sorted(on: { $0.place }) {
      let end = next + place - result.count
      result += staying[next..<end]
      result.append(element)
      next = end
    }
    return result + staying[next...]
  }
}
