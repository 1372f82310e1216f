import LiveTables

/// The position of a parent in one of two trees, or -1 for the parent of the roots.
enum TreeParent: Hashable, Sendable {
  case old(Int)
  case new(Int)
}

/// A step between two trees, with positions that are valid at the time of the step.
enum TreeAction: Sendable {
  case update(new: Int)
  case insert(new: Int, under: TreeParent, index: Int)
  case move(old: Int, from: TreeParent, fromIndex: Int, to: TreeParent, toIndex: Int)
  case delete(old: Int, under: TreeParent, index: Int)
}

/// Converts the difference between two trees, whose operations take effect at the same time, into consecutive actions.
///
/// Content is updated first. Nodes are then inserted and moved in the depth-first order of the new tree. The ancestors
/// of a destination are already in place, so no node is moved under itself. Nodes are deleted last, when no remaining
/// node is under them. The cost depends on the number of operations.
struct TreeSequencer {
  private let plan: TreePlan
  private let old: TreeShape
  private let new: TreeShape
  private var lists: [TreeParent: SequentialList] = [:]

  init(_ plan: TreePlan, old: TreeShape, new: TreeShape) {
    self.plan = plan
    self.old = old
    self.new = new
  }

  /// - Complexity: O(*k* log *n*) for *k* operations.
  mutating func actions() -> [TreeAction] {
    let leaving = (plan.deleted + plan.moved.map { Int($0.old) }).map { oldPlace(of: $0) }
    let arrivals =
      (plan.inserted.map { (new: $0, old: Int?.none) } + plan.moved.map { (new: Int($0.new), old: Int($0.old)) })
      .sorted { $0.new < $1.new }.map { (new: $0.new, old: $0.old, place: newPlace(of: $0.new)) }
    makeLists(leaving, arrivals.map(\.place))
    var actions: [TreeAction] = plan.updated.map { .update(new: Int($0.new)) }
    for arrival in arrivals {
      let (parent, index) = arrival.place
      if let source = arrival.old {
        let from = leave(source)
        actions.append(
          .move(
            old: source, from: from.parent, fromIndex: from.index, to: parent, toIndex: arrive(at: index, under: parent)
          ))
      } else {
        actions.append(.insert(new: arrival.new, under: parent, index: arrive(at: index, under: parent)))
      }
    }
    for node in plan.deleted.reversed() {
      let from = leave(node)
      actions.append(.delete(old: node, under: from.parent, index: from.index))
    }
    return actions
  }

  /// Creates the lists of leaving and arriving children for each parent.
  ///
  /// Deleted nodes are treated like moved nodes.
  private mutating func makeLists(
    _ leaving: [(parent: TreeParent, index: Int)], _ arriving: [(parent: TreeParent, index: Int)]
  ) {
    var parts: [TreeParent: (leaving: [Int], arriving: [Int])] = [:]
    for place in leaving { parts[place.parent, default: ([], [])].leaving.append(place.index) }
    for place in arriving { parts[place.parent, default: ([], [])].arriving.append(place.index) }
    lists = parts.mapValues {
      SequentialList(deleted: [], inserted: $0.arriving, movedFrom: $0.leaving, movedTo: [])
    }
  }

  private mutating func leave(_ position: Int) -> (parent: TreeParent, index: Int) {
    let (parent, index) = oldPlace(of: position)
    return (parent, lists[parent]?.leave(index) ?? index)
  }

  private mutating func arrive(at index: Int, under parent: TreeParent) -> Int { lists[parent]?.arrive(index) ?? index }

  private func oldPlace(of position: Int) -> (parent: TreeParent, index: Int) {
    (.old(old.parent(of: position)), old.childIndex(of: position))
  }

  /// Returns the position of a node in the new tree, with the old position of its parent if the parent existed.
  private func newPlace(of position: Int) -> (parent: TreeParent, index: Int) {
    let parent = new.parent(of: position)
    let index = new.childIndex(of: position)
    if parent < 0 { return (.old(-1), index) }
    return (plan.segments.old(ofNew: parent).map { .old($0) } ?? .new(parent), index)
  }
}
