import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

/// Checks changesets of trees with dictionaries and arrays only.
struct TreeChangesetChecker {
  struct Complaint: Error, CustomStringConvertible {
    let description: String
  }

  let changeset: TreeChangeset<SampleRow>

  func require(_ isTrue: Bool, _ message: @autoclosure () -> String) throws {
    if !isTrue {
      throw Complaint(
        description: "\(message())\n\(changeset)\n\(changeset.steps)\n\(changeset.source)\n---\n\(changeset.target)")
    }
  }

  func check() throws {
    try require(changeset.reload == nil, "a reload")
    try require(
      changeset.deleted.count + changeset.inserted.count + changeset.moved.count + changeset.updated.count
        == changeset.operationCount, "the count is wrong")
    try checkBatch()
    try checkCounts()
    try checkSteps()
  }

  /// Checks the changeset as one batch: removes nodes at old places, and inserts them at new places.
  private func checkBatch() throws {
    let old = NaiveTree(changeset.source)
    let new = NaiveTree(changeset.target)
    var now = old
    for id in changeset.deleted + changeset.moved {
      guard let place = changeset.source.place(of: id) else { return try require(false, "\(id) is not there before") }
      try require(old.place(of: id) == place, "\(id) is not at \(place) before")
      now.children[place.parent]?.removeAll { $0 == id }
    }
    func bring(_ id: Int) {
      now.contents[id] = new.contents[id]
      let below = (new.children[id] ?? []).filter { old.contents[$0] == nil }
      now.children[id] = below
      for child in below { bring(child) }
    }
    for id in changeset.inserted { bring(id) }
    let arrivals = (changeset.inserted + changeset.moved).compactMap { id in
      changeset.target.place(of: id).map { (id, $0) }
    }
    try require(arrivals.count == changeset.inserted.count + changeset.moved.count, "not all are there after")
    for (id, place) in arrivals.sorted(by: { $0.1.index < $1.1.index }) {
      try require(new.place(of: id) == place, "\(id) is not at \(place) after")
      let count = now.children[place.parent, default: []].count
      try require(place.index <= count, "\(place) is out of range after")
      now.children[place.parent, default: []].insert(id, at: place.index)
    }
    for id in changeset.updated { now.contents[id] = new.contents[id] }
    // A descendant of a deleted node is deleted unless it moved.
    let reached = Set(now.elements.map(\.value.id))
    now.children = now.children.filter { $0.key.map { reached.contains($0) } ?? true }
    now.contents = now.contents.filter { reached.contains($0.key) }
    try require(now == new, "the batch leads to\n\(now.elements.map { "\($0.depth) \($0.value.id)" })")
  }

  /// Checks that the changeset has the fewest operations.
  private func checkCounts() throws {
    let old = NaiveTree(changeset.source)
    let new = NaiveTree(changeset.target)
    let parents = (old: old.parents, new: new.parents)
    let survivors = Set(old.contents.keys).intersection(new.contents.keys)
    var moves = survivors.filter { parents.old[$0] != parents.new[$0] }.count
    for (parent, list) in new.children where parent.map({ survivors.contains($0) }) ?? true {
      let before = old.children[parent] ?? []
      let kept = list.compactMap { before.firstIndex(of: $0) }
      moves += kept.count - longestIncreasing(kept)
    }
    try require(changeset.moved.count == moves, "\(changeset.moved.count) moves instead of \(moves)")
    let deleted = old.contents.keys.filter { id in
      !survivors.contains(id) && (parents.old[id] ?? nil).map { survivors.contains($0) } ?? true
    }
    try require(Set(changeset.deleted) == Set(deleted), "other nodes are deleted")
    try require(changeset.deleted.count == deleted.count, "a node is deleted twice")
    let inserted = new.contents.keys.filter { id in
      !survivors.contains(id) && (parents.new[id] ?? nil).map { survivors.contains($0) } ?? true
    }
    try require(Set(changeset.inserted) == Set(inserted), "other nodes are inserted")
    try require(changeset.inserted.count == inserted.count, "a node is inserted twice")
    let updated = survivors.filter { old.contents[$0] != new.contents[$0] }
    try require(Set(changeset.updated) == updated && changeset.updated.count == updated.count, "updates")
  }

  /// Checks that each step in order is in range, and that no step removes a surviving node.
  private func checkSteps() throws {
    let steps = changeset.steps
    try require(steps.count == changeset.operationCount, "\(steps.count) steps")
    let new = NaiveTree(changeset.target)
    var now = NaiveTree(changeset.source)
    let survivors = Set(now.contents.keys).intersection(new.contents.keys)
    for step in steps {
      switch step {
      case .delete(let id, let place):
        try require(now.place(of: id) == place && now.remove(id), "\(step) when its turn comes")
      case .insert(let tree, let place):
        try require(tree.roots.count == 1 && now.insert(tree, at: place), "\(step) when its turn comes")
      case .move(let id, let from, let to):
        try require(now.place(of: id) == from && now.move(id, to: to), "\(step) when its turn comes")
      case .update(let value):
        try require(now.contents[value.id] != nil, "\(step) when its turn comes")
        now.contents[value.id] = value.content
      }
      try require(survivors.isSubset(of: now.contents.keys), "\(step) removes a node that survives")
    }
    try require(now == new, "the steps lead to\n\(now.elements.map { "\($0.depth) \($0.value.id)" })")
    let applied = changeset.source.applying(steps)
    try require(applied == changeset.target, "performing the steps leads elsewhere")
    applied?.checkInvariants()
  }
}

extension Tree {
  /// Returns the tree after the steps, or `nil` if a step cannot be performed.
  func applying(_ steps: [TreeStep<Value>]) -> Tree? {
    var tree = self
    for step in steps where !tree.perform(step) { return nil }
    return tree
  }
}

struct TreeDifferenceTests {
  @Test("the changeset of random trees leads from one to the other, in batches and in steps", arguments: 0..<16)
  func randomPairs(part: Int) {
    for seed in (part * 250..<(part + 1) * 250).prefix(Trials.count(250)) {
      var random = RandomTrees(seed: seed)
      let (old, new) = random.pair(size: [2, 4, 8, 30, 100][seed % 5])
      do {
        try TreeChangesetChecker(changeset: new.difference(from: old)).check()
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  @Test("the changesets of all pairs of trees of up to four nodes are correct")
  func allSmallTrees() throws {
    var trees: [ItemTree] = []
    for ids in [[], [0], [0, 1], [1, 0], [2, 0], [0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 1, 2, 3], [3, 1, 2, 0]] {
      var depths: [[Int]] = [[]]
      for _ in ids { depths = depths.flatMap { list in (0...(list.last ?? -1) + 1).map { list + [$0] } } }
      trees += depths.map { list in
        Tree(depthFirst: zip(list, ids).map { TreeElement(depth: $0, value: SampleRow($1)) })
      }
    }
    for old in trees { for new in trees { try TreeChangesetChecker(changeset: new.difference(from: old)).check() } }
  }

  @Test("a large tree is diffed after a few edits that share its storage", arguments: 0..<12)
  func largeTrees(seed: Int) {
    var random = RandomTrees(seed: seed)
    let old = random.tree(size: 3_000)
    var new = old
    for _ in 0..<4 { random.edit(&new) }
    let changeset = new.difference(from: old)
    #expect(old.applying(changeset.steps) == new)
    let again = Tree(depthFirst: Array(new.depthFirst)).difference(from: Tree(depthFirst: Array(old.depthFirst)))
    #expect(changeset.deleted == again.deleted && changeset.inserted == again.inserted)
    #expect(changeset.moved == again.moved && changeset.updated == again.updated)
    #expect(new.applying(old.difference(from: new).steps) == old)
  }

  @Test("a step that does not fit is refused, and changes nothing")
  func stepsOutOfPlace() {
    let tree = Tree {
      Tree("a") { "b" }; "c"
    }
    let steps: [TreeStep<String>] = [
      .delete("b", at: TreePlace(under: "a", at: 1)), .delete("x", at: TreePlace(under: nil, at: 0)),
      .insert(Tree("c"), at: TreePlace(under: nil, at: 0)), .insert(Tree("x"), at: TreePlace(under: "a", at: 2)),
      .move("c", from: TreePlace(under: nil, at: 0), to: TreePlace(under: "a", at: 0)),
      .move("a", from: TreePlace(under: nil, at: 0), to: TreePlace(under: "b", at: 0)), .update("x"),
    ]
    for step in steps {
      var copy = tree
      #expect(copy.perform(step) == false)
      #expect(copy == tree)
      copy.checkInvariants()
    }
  }
}
