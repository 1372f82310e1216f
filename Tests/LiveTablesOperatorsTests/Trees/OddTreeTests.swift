import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

/// A value whose identity is unequal to itself, hashed at random, or hashed like all others.
private struct Odd: Diffable, Equatable, Sendable {
  enum Kind: CaseIterable { case salted, constant, unequal }
  struct Identity: Hashable, Sendable {
    var number: Int
    var kind: Kind
    static func == (one: Identity, two: Identity) -> Bool {
      one.number == two.number && !(one.kind == .unequal && one.number % 3 == 0)
    }
    func hash(into hasher: inout Hasher) {
      if kind == .salted { hasher.combine(Int.random(in: 0...3)) }
    }
  }
  var identity: Identity
}

struct OddTreeTests {
  @Test("removing a missing entry from an index removes no other entry")
  func missingEntries() {
    let entries = (0..<1_000 as Range<UInt32>).map { TreeIndex.Entry(hash: $0, label: 5) }
    for gone in [[(500, 4)], [(500, 6)], [(2_000, 1)]] as [[(UInt32, UInt64)]] {
      var index = TreeIndex(entries)
      index.replace(gone.map { TreeIndex.Entry(hash: $0.0, label: $0.1) }, with: [])
      #expect(entries.allSatisfy { index.label(at: index.firstPlace(of: $0.hash), of: $0.hash) == 5 })
    }
  }

  @Test("replaced entries of an index are removed", arguments: [1, 100])
  func replacedEntries(count: Int) {
    let entries = (0..<1_000 as Range<UInt32>).map { TreeIndex.Entry(hash: $0, label: 5) }
    var index = TreeIndex(entries)
    index.replace(Array(entries.prefix(count)), with: [TreeIndex.Entry(hash: 2_000, label: 1)])
    #expect(Array(index.rope) == entries.dropFirst(count) + [TreeIndex.Entry(hash: 2_000, label: 1)])
  }

  @Test("a node keeps its value if another node is not equal to itself")
  func notANumber() {
    var tree = Tree<Double>(depthFirst: [TreeElement(depth: 0, value: 1), TreeElement(depth: 1, value: 2)])
    #expect(!tree.update(1) { $0 = .nan } && tree[1] == 1 && tree.place(of: 2) == TreePlace(under: 1, at: 0))
    tree.checkInvariants()
  }

  @Test("no inconsistent identity traps", arguments: Odd.Kind.allCases, 0..<Trials.count(40))
  fileprivate func oddIdentities(kind: Odd.Kind, seed: Int) throws {
    var random = RandomTrees(seed: seed)
    func odd(_ tree: ItemTree) -> Tree<Odd> {
      Tree(
        depthFirst: tree.depthFirst.map {
          TreeElement(depth: $0.depth, value: Odd(identity: Odd.Identity(number: $0.value.id, kind: kind)))
        })
    }
    var tree = odd(random.tree(size: 60))
    var outline = Outline(tree)
    for _ in 0..<40 {
      let before = tree
      let one = Odd.Identity(number: random.roll(0...70), kind: kind)
      let two = Odd.Identity(number: random.roll(0...70), kind: kind)
      switch random.roll(0...7) {
      case 0: tree.remove(one)
      case 1: tree.move(one, to: TreePlace(under: two, at: random.roll(0...2)))
      case 2: tree.append(Odd(identity: one), to: two)
      case 3: tree.move(one, before: two)
      case 4: tree = odd(random.tree(size: 60))
      case 5: outline.toggle(one)
      case 6: outline.reveal(one)
      default: outline.expandAll()
      }
      let changeset = tree.difference(from: before)
      _ = changeset.deleted + changeset.inserted + changeset.moved + changeset.updated
      let reached = before.applying(changeset.steps)
      let change = outline.edit { $0 = tree }
      #expect(throws: Never.self) { try change.apply(to: Array(change.source)) }
      #expect(outline.table.count <= tree.count)
      if kind == .constant, changeset.reload == nil { #expect(reached == tree) }
    }
  }
}
