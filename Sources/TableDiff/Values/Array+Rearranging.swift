extension Array {
  /// The array after some elements have left and others have arrived, all at once.
  ///
  /// - Parameters:
  ///   - leaving: Places before, in any order.
  ///   - arriving: Places afterwards, in any order, with what stands there then.
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
