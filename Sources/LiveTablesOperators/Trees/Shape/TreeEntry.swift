public import LiveTables

/// The entry of a node in a ``TreeShape``: its depth relative to the previous node, and its label.
@usableFromInline struct TreeEntry: Sendable, Equatable {
  /// A label that ascends in depth-first order, and rarely changes while the node stays in place.
  var label: UInt64
  /// The depth of the node minus the depth of the previous node.
  ///
  /// The difference is at most 1, and is 1 for the first node.
  @usableFromInline var depthChange: Int32
}

/// A summary of a run of nodes, with depths relative to the node before the run.
@usableFromInline struct TreeDigest: Sendable {
  var sum: Int32 = 0
  /// The minimum depth, followed by the number of nodes with this depth.
  var low = Int32.max
  var lowCount: Int32 = 0
  var firstLabel: UInt64 = 0

  init() {}

  init(_ entries: ArraySlice<TreeEntry>) {
    if let first = entries.first { firstLabel = first.label }
    for entry in entries {
      sum &+= entry.depthChange
      if sum < low {
        low = sum
        lowCount = 1
      } else if sum == low {
        lowCount += 1
      }
    }
  }

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
    sum &+= other.sum
  }
}

/// Digests for the branches of a rope.
///
/// Searches by depth use them to skip branches.
///
/// This is the range min-max tree of Navarro and Sadakane (2014).
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
