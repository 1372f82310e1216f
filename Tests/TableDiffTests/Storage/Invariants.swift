@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

// What has to hold inside the engine's trees; a test stops where it does not.

extension Rope {
  func checkInvariants() {
    func check(_ node: Node, _ height: Int) -> (count: Int, large: Int, weight: Int) {
      switch node {
      case .leaf(let slice):
        precondition(height == 0 && (!slice.isEmpty || count == 0))
        return (slice.count, slice.count > Self.leafCapacity ? slice.count : 0, node.weight)
      case .branch(let branch):
        precondition(branch.height == height && !branch.children.isEmpty && branch.children.count <= Self.fanOut)
        var count = 0
        var large = 0
        var weight = 0
        for (slot, child) in branch.children.enumerated() {
          let inside = check(child, height - 1)
          count += inside.count
          large += inside.large
          weight += inside.weight
          precondition(branch.ends[slot] == count && (Weight.isZero || branch.weightEnds[slot] == weight))
        }
        return (count, large, weight)
      }
    }
    let all = check(root, root.height)
    precondition(all.count == count && all.large == live && live <= adopted && all.weight == weight)
    if case .branch(let branch) = root { precondition(branch.children.count > 1) }
  }
}

extension TreeShape {
  func checkInvariants() {
    rope.checkInvariants()
    var depth = -1
    var label: UInt64 = 0
    for entry in rope {
      depth += Int(entry.step)
      precondition(entry.step <= 1 && depth >= 0 && entry.label > label && entry.label < Self.labelSpace)
      label = entry.label
    }
  }
}

extension Tree {
  func checkInvariants() {
    values.checkInvariants()
    shape.checkInvariants()
    precondition(values.count == shape.count)
    for (position, value) in values.enumerated() { precondition(self.position(of: value.identity) == position) }
  }
}

extension Outline {
  func checkInvariants() {
    tree.checkInvariants()
    precondition(marks.count == tree.count)
    let drawing = draw(0..<tree.count, under: nil)
    precondition(marks.shownPositions(in: 0..<tree.count) == drawing.positions)
    precondition(table.count == drawing.rows.count)
    for (one, two) in zip(table, drawing.rows) {
      precondition(one.identity == two.identity && one.hasSameContent(as: two))
    }
    for id in expandedNodes { precondition(tree.contains(id)) }
  }
}
