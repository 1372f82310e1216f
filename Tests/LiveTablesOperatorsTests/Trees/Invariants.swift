import TestSupport
@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

// Checks the invariants of the engine's trees, and stops the test at the first violation.

extension TreeShape {
  func checkInvariants() {
    rope.checkInvariants()
    var depth = -1
    var label: UInt64 = 0
    for entry in rope {
      depth += Int(entry.depthChange)
      precondition(entry.depthChange <= 1 && depth >= 0 && entry.label > label && entry.label < Self.labelSpace)
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
