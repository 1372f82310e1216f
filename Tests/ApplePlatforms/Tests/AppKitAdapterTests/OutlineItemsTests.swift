import AppKit
import LiveTables
import LiveTablesOperators
import Testing

@testable import LiveTablesAppKit

@Suite("Items of an outline view") @MainActor struct OutlineItemsTests {
  /// The number of times that identities are hashed.
  @MainActor private final class Hashes {
    static var count = 0
  }

  private struct Node: Diffable, Sendable {
    struct Identity: Hashable, Sendable {
      let number: Int
      func hash(into hasher: inout Hasher) {
        hasher.combine(number)
        MainActor.assumeIsolated { Hashes.count += 1 }
      }
    }

    let identity: Identity
    var text = ""
    init(_ number: Int) { identity = Identity(number: number) }
    func hasSameContent(as other: Node) -> Bool { text == other.text }
  }

  @Test("the cost of a change depends on the changed nodes, and other nodes are not visited", arguments: [100, 10_000])
  func updates(count: Int) {
    var outline = Outline(Tree<Node> { for number in 0..<count { Node(number) } })
    var items = OutlineItems<Node>()
    items.reset(to: outline.table)
    outline.edit { tree in tree.update(Node(50).identity) { $0.text = "new" } }
    var operations = BatchOperations()
    operations.updatedRows = [RowPath(section: 0, row: 50)]
    let table = outline.table
    Hashes.count = 0
    let changes = items.follow(operations, to: table)
    #expect(changes.steps.isEmpty && changes.items.map(\.row) == [50] && changes.items.first?.value.value.text == "new")
    #expect(Hashes.count < 20)
  }

  @Test("a new row gets its item with its children, and only the item and its parent are visited") func insertions() {
    var outline = Outline(Tree<Node> { for number in 0..<1_000 { Node(number) } })
    var items = OutlineItems<Node>()
    items.reset(to: outline.table)
    outline.edit { $0.insert(Node(-1), at: TreePlace(under: nil, at: 400)) }
    var operations = BatchOperations()
    operations.insertedRows = [RowPath(section: 0, row: 400)]
    let changes = items.follow(operations, to: outline.table)
    #expect(changes.steps.count == 1 && changes.items.map(\.row) == [400])
    #expect(items.all.map(\.row) == Array(0...1_000))
  }
}
