import LiveTables

/// Searches by depth, which use digests to skip branches.
extension TreeShape {
  /// Returns the first node, at or after a position, whose depth does not exceed a limit.
  func first(from start: Int, depthAtMost limit: Int) -> Int? {
    var depth = -1
    return Self.first(in: rope.root, from: start, &depth, limit)
  }

  private static func first(in node: Storage.Node, from start: Int, _ depth: inout Int, _ limit: Int) -> Int? {
    switch node {
    case .leaf(let slice):
      for (offset, entry) in slice.enumerated() {
        depth += Int(entry.depthChange)
        if offset >= start, depth <= limit { return offset }
      }
      return nil
    case .branch(let branch):
      for slot in branch.children.indices {
        let before = slot == 0 ? 0 : branch.ends[slot - 1]
        let digest = branch.digests[slot]
        if start >= branch.ends[slot] || depth + Int(digest.low) > limit {
          depth += Int(digest.sum)
        } else if let found = first(in: branch.children[slot], from: start - before, &depth, limit) {
          return before + found
        }
      }
      return nil
    }
  }

  /// Returns the last node, before a position, whose depth does not exceed a limit.
  func last(before end: Int, depthAtMost limit: Int) -> Int? {
    Self.last(in: rope.root, before: end, after: -1, limit)
  }

  private static func last(in node: Storage.Node, before end: Int, after depthBefore: Int, _ limit: Int) -> Int? {
    var depth = depthBefore
    switch node {
    case .leaf(let slice):
      var found: Int?
      for (offset, entry) in slice.prefix(end).enumerated() {
        depth += Int(entry.depthChange)
        if depth <= limit { found = offset }
      }
      return found
    case .branch(let branch):
      var slot = branch.slot(at: end - 1)
      for digest in branch.digests[..<slot] { depth += Int(digest.sum) }
      while true {
        let before = slot == 0 ? 0 : branch.ends[slot - 1]
        if depth + Int(branch.digests[slot].low) <= limit,
          let found = last(in: branch.children[slot], before: end - before, after: depth, limit)
        {
          return before + found
        }
        if slot == 0 { return nil }
        slot -= 1
        depth -= Int(branch.digests[slot].sum)
      }
    }
  }

  /// Returns the number of nodes in a range at the given depth, which must be the minimum depth in the range.
  func countNodes(in range: Range<Int>, atDepth wanted: Int) -> Int {
    if range.isEmpty { return 0 }
    var depth = -1
    return Self.countNodes(in: rope.root, range.lowerBound, range.upperBound, &depth, wanted)
  }

  private static func countNodes(
    in node: Storage.Node, _ start: Int, _ end: Int, _ depth: inout Int, _ wanted: Int
  ) -> Int {
    var found = 0
    switch node {
    case .leaf(let slice):
      for (offset, entry) in slice.prefix(end).enumerated() {
        depth += Int(entry.depthChange)
        if offset >= start, depth == wanted { found += 1 }
      }
    case .branch(let branch):
      for slot in branch.children.indices {
        let before = slot == 0 ? 0 : branch.ends[slot - 1]
        if before >= end { break }
        let digest = branch.digests[slot]
        if start < branch.ends[slot], start > before || end < branch.ends[slot] {
          found += countNodes(in: branch.children[slot], start - before, end - before, &depth, wanted)
        } else {
          if start <= before, depth + Int(digest.low) == wanted { found += Int(digest.lowCount) }
          depth += Int(digest.sum)
        }
      }
    }
    return found
  }

  /// Returns the node with the given rank among the nodes at a depth.
  ///
  /// The search starts at a position, and ends before the first node with a lower depth.
  func selectNode(_ rank: Int, from start: Int, atDepth wanted: Int) -> Int? {
    var selection = Selection(rank: rank, wanted: wanted)
    return selection.find(in: rope.root, from: start)
  }

  private struct Selection {
    var rank: Int
    let wanted: Int
    var depth = -1
    var hasEnded = false

    init(rank: Int, wanted: Int) {
      self.rank = rank
      self.wanted = wanted
    }

    mutating func find(in node: Storage.Node, from start: Int) -> Int? {
      switch node {
      case .leaf(let slice):
        for (offset, entry) in slice.enumerated() {
          depth += Int(entry.depthChange)
          if offset < start { continue }
          if depth < wanted {
            hasEnded = true
            return nil
          }
          if depth == wanted {
            if rank == 0 { return offset }
            rank -= 1
          }
        }
      case .branch(let branch):
        for slot in branch.children.indices {
          let before = slot == 0 ? 0 : branch.ends[slot - 1]
          let digest = branch.digests[slot]
          let low = depth + Int(digest.low)
          if start >= branch.ends[slot] || (start <= before && low > wanted) {
            depth += Int(digest.sum)
          } else if start <= before, low == wanted, Int(digest.lowCount) <= rank {
            rank -= Int(digest.lowCount)
            depth += Int(digest.sum)
          } else {
            if let found = find(in: branch.children[slot], from: start - before) { return before + found }
            if hasEnded { return nil }
          }
        }
      }
      return nil
    }
  }
}
