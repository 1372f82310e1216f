public import LiveTables

/// One node in the shape of a tree.
@usableFromInline struct TreeEntry: Sendable, Equatable {
  /// Ascends along the depth-first order; the same as long as the node stays where it is, or nearly so.
  var label: UInt64
  /// The depth of the node less that of the node before it, at most one; for the first node that is one.
  @usableFromInline var step: Int32
}

/// What is known of a stretch of nodes without looking at them, in depths relative to the node before the stretch.
@usableFromInline struct TreeDigest: Sendable {
  /// The depth of the last node.
  var sum: Int32 = 0
  /// The least depth, and how many nodes have it.
  var low = Int32.max
  var lowCount: Int32 = 0
  /// The greatest depth.
  var high = Int32.min
  var firstLabel: UInt64 = 0

  init() {}

  init(_ entries: ArraySlice<TreeEntry>) {
    if let first = entries.first { firstLabel = first.label }
    for entry in entries {
      sum &+= entry.step
      if sum < low {
        low = sum
        lowCount = 1
      } else if sum == low {
        lowCount += 1
      }
      high = max(high, sum)
    }
  }

  /// Adds the stretch that follows.
  mutating func append(_ other: TreeDigest) {
    if lowCount == 0 {
      self = other
      return
    }
    let otherLow = sum &+ other.low
    if otherLow < low {
      low = otherLow
      lowCount = other.lowCount
    } else if otherLow == low {
      lowCount += other.lowCount
    }
    high = max(high, sum &+ other.high)
    sum &+= other.sum
  }
}

/// Makes branches of a rope keep digests, so that searches for a depth pass over whole branches (the range min-max tree
/// of Navarro and Sadakane, 2014).
@usableFromInline enum TreeWeight: RopeWeight {
  @usableFromInline typealias Digest = TreeDigest

  @usableFromInline static var isZero: Bool { true }
  @usableFromInline static func weight(of element: TreeEntry) -> Int { 0 }

  @usableFromInline static func digest(of elements: ArraySlice<TreeEntry>) -> TreeDigest? { TreeDigest(elements) }

  @usableFromInline static func digest(of parts: ContiguousArray<TreeDigest>) -> TreeDigest? {
    var digest = TreeDigest()
    for part in parts { digest.append(part) }
    return digest
  }
}
