import LiveTablesTesting
import TestSupport
import Testing

@testable import LiveTablesOperators
@testable import LiveTables
@testable import TableDiff

struct TreeEditTests {
  @Test("random edits of a tree agree with a tree of dictionaries", arguments: 0..<60)
  func randomEditsAgree(seed: Int) {
    var random = RandomTrees(seed: seed)
    var tree = random.tree(size: [0, 8, 40, 900][seed % 4])
    var naive = NaiveTree(tree)
    let steps = tree.count > 500 ? 25 : 120
    for step in 0..<steps {
      let id = random.anyID(of: tree) ?? -1
      var place = random.anyPlace(in: tree)
      if random.roll(0...9) == 0 { place.index += 1 }
      switch random.roll(0...5) {
      case 0: #expect((tree.remove(id) != nil) == naive.remove(id))
      case 1, 2:
        // Sometimes inserts an identity that already exists.
        let new = random.roll(0...9) == 0 && id >= 0 ? ItemTree(SampleRow(id)) : random.fresh()
        #expect(tree.insert(new, at: place) == naive.insert(new, at: place), "seed \(seed), step \(step)")
      case 3, 4: #expect(tree.move(id, to: place) == naive.move(id, to: place), "seed \(seed), step \(step)")
      default:
        #expect(tree.update(id) { $0.content += 1 } == (id >= 0))
        naive.contents[id]? += 1
      }
      tree.checkInvariants()
      #expect(tree.count == naive.contents.count)
      if step % 8 == 0 || step == steps - 1 {
        #expect(Array(tree.depthFirst) == naive.elements, "seed \(seed), step \(step)")
        guard NaiveTree(tree) == naive else { return }
      }
    }
  }

  @Test("a tree's properties agree with a tree of dictionaries", arguments: 0..<40)
  func lookupsAgree(seed: Int) throws {
    var random = RandomTrees(seed: seed)
    var tree = random.tree(size: [1, 10, 100, 1_200][seed % 4])
    for _ in 0..<10 { random.edit(&tree) }
    let naive = NaiveTree(tree)
    let parents = naive.parents
    let elements = naive.elements
    #expect(tree.roots.map(\.id) == naive.children[nil] ?? [])
    #expect(Array(tree.depthFirst) == elements)
    let few = elements.indices.filter { _ in elements.count < 200 || random.roll(0...40) == 0 }
    for position in few {
      let id = elements[position].value.id
      #expect(tree[id] == elements[position].value)
      #expect(tree.parent(of: id)?.id == parents[id] ?? nil)
      #expect(tree.place(of: id) == naive.place(of: id))
      #expect(tree.children(of: id)?.map(\.id) == naive.children[id] ?? [])
    }
    #expect(tree[-7] == nil && tree.place(of: -7) == nil && tree.children(of: -7) == nil && !tree.contains(-7))
  }

  @Test("nodes are edited by place, sibling and predicate")
  func editsByPlace() throws {
    var tree = Tree<String> {
      "a"
      Tree("b") {
        "c"
        Tree("d") { "e" }
      }
    }
    #expect(tree.description == "a\nb\n  c\n  d\n    e")
    func isAt(_ id: String, _ parent: String?, _ index: Int) -> Bool {
      tree.place(of: id) == TreePlace(under: parent, at: index)
    }
    #expect(tree.insert("x", at: TreePlace(under: "b", at: 0)) && isAt("x", "b", 0))
    let place = try #require(tree.place(of: "x"))
    #expect(tree.insert(Tree("y") { "z" }, at: place) && isAt("y", "b", 0))
    #expect(tree.insert("w", at: TreePlace(under: "b", at: 4)) && isAt("w", "b", 4) && isAt("z", "y", 0))
    #expect(tree.insert("q", at: TreePlace(under: "b", at: 9)) == false)
    #expect(!tree.append("a") && !tree.append("q", to: "nobody"))
    var appended = tree
    #expect(appended.append("q") && appended.append("r", to: "q") && appended.parent(of: "r") == "q")
    #expect(
      tree.move("d", to: TreePlace(under: nil, at: 0)) && tree.description == "d\n  e\na\nb\n  y\n    z\n  x\n  c\n  w")
    #expect(!tree.move("b", before: "x") && !tree.move("b", after: "b"))
    #expect(tree.move("b", to: TreePlace(under: "b", at: 0)) == false)
    #expect(tree.move("b", before: "e") && isAt("b", "d", 0) && isAt("z", "y", 0))
    #expect(tree.move("c", after: "a") && isAt("c", nil, 2))
    #expect(tree.remove("b")?.description == "b\n  y\n    z\n  x\n  w" && tree.remove("b") == nil)
    #expect(tree.update("d") { $0 = "D" } && isAt("e", "D", 0) && tree["d"] == nil)
    #expect(!tree.update("D") { $0 = "a" } && !tree.update("nobody") { $0 = "q" })
    #expect(tree.update("D") { $0 = "d" } && !tree.update("d") { $0 = "e" } && tree["d"] == "d")
    #expect(tree.removeAll { $0 == "d" } == 2 && Array(tree.depthFirst.map(\.value)) == ["a", "c"])
    tree.checkInvariants()
  }

  @Test("removing by a predicate agrees with removing nodes one by one", arguments: 0..<40)
  func removeAll(seed: Int) {
    var random = RandomTrees(seed: seed)
    let tree = random.tree(size: 300)
    let divisor = [2, 7, 90][seed % 3]
    var one = tree
    let count = one.removeAll { $0.id % divisor == 0 }
    var two = tree
    for element in tree.depthFirst where element.value.id % divisor == 0 { two.remove(element.value.id) }
    #expect(one == two && count == tree.count - two.count)
    one.checkInvariants()
  }

  @Test("labels never run out, wherever nodes are inserted")
  func labels() {
    for place in [0, 1, 2] {
      var tree = Tree(depthFirst: (0..<100).map { TreeElement(depth: $0 % 2, value: $0) })
      for id in 100..<3_000 {
        switch place {
        case 0: tree.insert(id, at: TreePlace(under: nil, at: 0))
        case 1: tree.append(id, to: 50)
        default: tree.insert(id, at: TreePlace(under: 50, at: tree.children(of: 50).map { $0.count / 2 } ?? 0))
        }
      }
      #expect(tree.count == 3_000)
      tree.checkInvariants()
    }
  }
}
