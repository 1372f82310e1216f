import AppKit
import Foundation
@_spi(Adapters) import LiveTablesCells
import LiveTablesAppKit
import LiveTablesOperators
import Testing

@Suite("Dragging nodes in an outline view", .timeLimit(.minutes(20))) @MainActor struct NodeDragTests {
  private let window = NSWindow()
  private let outlineView = NSOutlineView()
  private let binder = OutlineViewBinder<String>(.one(NSTableCellView.self) { _, _, _ in })
  private let outline = LiveTree(
    Tree<String> {
      "README"
      Tree("Sources") {
        Tree("Trees") { "Tree" }
        "main"
        "other"
      }
      Tree("Tests") { "TreeTests" }
    }
  ).outline(expanded: ["Sources"])

  init() {
    outlineView.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("first")))
    outlineView.frame = NSRect(x: 0, y: 0, width: 100, height: 500)
    window.setContentSize(outlineView.frame.size)
    window.contentView = outlineView
  }

  private var names: [String] {
    binder.link.table.sections.flatMap { $0.rows.map { String(repeating: " ", count: $0.depth) + $0.value } }
  }

  /// Binds the outline, and waits until it is shown.
  private func bind() async -> TableBinding<OneSection, OutlineRow<String>> {
    let binding = binder.attach(to: outlineView).bind(outline)
    await wait(binding, for: ["README", "Sources", " Trees", " main", " other", "Tests"])
    return binding
  }

  private func wait(_ binding: TableBinding<OneSection, OutlineRow<String>>, for names: [String]) async {
    var changes = binding.changes.makeAsyncIterator()
    while self.names != names, await changes.next() != nil {}
    window.layoutIfNeeded()
    #expect(self.names == names && outlineView.numberOfRows == names.count)
  }

  @Test("7: a cell that changes the table during the view's layout causes no error") func reentrant() async {
    final class Held { weak var binder: OutlineViewBinder<String>? }
    let held = Held()
    var isDone = false
    let binder = OutlineViewBinder<String>(
      .one(NSTableCellView.self) { _, row, _ in
        if row.value == "main", !isDone {
          isDone = true
          held.binder?.link.edit(.remove(.id("README")))
          held.binder?.link.edit(.remove(.id("Tests")))
        }
      })
    held.binder = binder
    var (changesOutside, problems) = (0, 0)
    let raised = await StandInException.recording {
      let binding = binder.attach(to: outlineView).bind(
        outline,
        options: BindingOptions(onDiagnostic: {
          problems += 1
          if case .changedOutside = $0.problem { changesOutside += 1 }
        }))
      var changes = binding.changes.makeAsyncIterator()
      while binder.link.table.count != 6, await changes.next() != nil {}
      window.layoutIfNeeded()
      #expect(isDone && outlineView.numberOfRows == 6 && problems == 0, "it goes on with what it counted")
      await until { outlineView.numberOfRows != 6 }
      window.layoutIfNeeded()
    }
    #expect(raised.isEmpty && changesOutside == 0, "\(raised)")
    #expect(outlineView.numberOfRows == 4 && binder.link.table.first?.value == "Sources")
  }

  @Test("only the grabbed node moves if several nodes are selected, and an outline that is bound again accepts moves")
  func several() async throws {
    _ = await bind()
    let binding = await bind()
    var changes = binding.changes.makeAsyncIterator()
    _ = await changes.next()
    #expect(binder.outline === outline)
    #expect(binder.path(of: outlineView.item(atRow: 2)) == RowPath(section: 0, row: 2) && binder.path(of: nil) == nil)
    binder.link.editing.rules = .moving(to: .anywhere)
    binder.link.selection.mode = .many
    binder.link.selection.select(ids: ["README", "Tests"])
    window.layoutIfNeeded()
    let drag = try #require(outlineView.standInDrag(5))
    #expect(drag.hover(under: nil, at: 0) && drag.drop())
    await wait(binding, for: ["Tests", "README", "Sources", " Trees", " main", " other"])
    binding.cancel()
    #expect(binder.outline == nil, "there is nobody to ask")
    #expect(outlineView.standInDrag(5) == nil)
  }

  @Test("the app's closures handle moves instead of the outline") func closures() async {
    var asked: [String] = []
    binder.onExpansion = { asked.append("\($0) \($1)") }
    binder.onMove = { id, place in asked.append("\(id) at \(place.index)") }
    binder.link.editing.rules = .moving(to: .anywhere)
    _ = await bind()
    outlineView.expandItem(outlineView.item(atRow: 5))
    #expect(asked == ["Tests true"])
    let drag = outlineView.standInDrag(5)
    #expect(drag?.hover(under: nil, at: 0) == true && drag?.drop() == true)
    #expect(asked == ["Tests true", "Tests at 0"])
    #expect(await !outline.outline.isExpanded("Tests") && names.first == "README")
  }

  @Test("a node moves with its descendants, between siblings, onto a node, or to the root")
  func moves() async throws {
    let binding = await bind()
    #expect(outlineView.standInDrag(3) == nil, "nothing can be dragged unless said otherwise")
    binder.link.editing.rules = .moving(to: .anywhere)
    var drag = try #require(outlineView.standInDrag(3))  // main
    #expect(binder.link.isInteracting)
    #expect(!drag.hover(under: 1, at: 1) && !drag.hover(under: 1, at: 2), "there it is already")
    #expect(drag.hover(under: 1, at: 3) && drag.drop(), "behind its sibling")
    #expect(!binder.link.isInteracting)
    await wait(binding, for: ["README", "Sources", " Trees", " other", " main", "Tests"])
    drag = try #require(outlineView.standInDrag(1))  // Sources
    #expect(!drag.hover(under: 1) && !drag.hover(under: 2) && !drag.hover(under: 1, at: 0), "not under itself")
    #expect(!drag.hover(under: nil, at: 1) && !drag.hover(under: nil, at: 2))
    #expect(drag.hover(under: 5) && drag.drop(), "on a node that is not expanded")
    await wait(binding, for: ["README", "Tests"])
    #expect(await outline.tree.tree.children(of: "Tests")?.map(\.self) == ["Sources", "TreeTests"])
    drag = try #require(outlineView.standInDrag(0))  // README
    #expect(drag.hover(under: nil) && drag.drop(), "on the ground")
    await wait(binding, for: ["Tests", "README"])
  }

  @Test("54: a node lands beside the sibling at which it was dropped, even if the tree has changed")
  func otherSiblings() async throws {
    let outline = LiveTree(Tree<String> { for name in ["a", "b", "c", "d", "e"] { name } }).outline()
    binder.link.editing.rules = .moving(to: .anywhere)
    let binding = binder.attach(to: outlineView).bind(outline)
    await wait(binding, for: ["a", "b", "c", "d", "e"])
    var drag = try #require(outlineView.standInDrag(4))
    try await outline.tree.edit { tree in
      for name in ["z", "y", "x"] { tree.insert(name, at: TreePlace(under: nil, at: 0)) }
    }
    #expect(drag.hover(under: nil, at: 2) && drag.drop())
    await wait(binding, for: ["x", "y", "z", "a", "b", "e", "c", "d"])
    drag = try #require(outlineView.standInDrag(7))
    try await outline.tree.edit { tree in
      tree.move("x", to: TreePlace(under: "c", at: 0))
      tree.insert("w", at: TreePlace(under: nil, at: 0))
    }
    #expect(drag.hover(under: nil, at: 1) && drag.drop(), "the sibling above has another parent by now")
    await wait(binding, for: ["w", "d", "y", "z", "a", "b", "e", "c"])
    drag = try #require(outlineView.standInDrag(4))
    try await outline.tree.edit { tree in
      tree.remove("w")
      tree.remove("d")
    }
    #expect(drag.hover(under: nil, at: 1) && drag.drop(), "nothing is left of its siblings: the index counts")
    await wait(binding, for: ["y", "a", "z", "b", "e", "c"])
  }

  @Test("54: a node lands beside the sibling at which it was dropped, even if other nodes are hidden")
  func hiddenSiblings() async throws {
    let names = ["hidden 1", "a", "hidden 2", "hidden 3", "b", "c"]
    let outline = LiveTree(Tree<String> { for name in names { name } }).outline()
    binder.link.editing.rules = .moving(to: .anywhere)
    binder.outline = outline
    let binding = binder.attach(to: outlineView).bind(outline.filter { !$0.value.hasPrefix("hidden") })
    await wait(binding, for: ["a", "b", "c"])
    var drag = try #require(outlineView.standInDrag(0))
    #expect(drag.hover(under: nil, at: 2) && drag.drop())
    await wait(binding, for: ["b", "a", "c"])
    #expect(await Array(outline.tree.tree.roots) == ["hidden 1", "hidden 2", "hidden 3", "b", "a", "c"])
    drag = try #require(outlineView.standInDrag(2))
    #expect(drag.hover(under: nil, at: 0) && drag.drop())
    await wait(binding, for: ["c", "b", "a"])
    #expect(await Array(outline.tree.tree.roots) == ["hidden 1", "hidden 2", "hidden 3", "c", "b", "a"])
  }

  @Test("a node under the dragged node stays collapsed, and expands after the drag") func heldOver() async throws {
    let binding = await bind()
    binder.link.editing.rules = .moving(to: .anywhere)
    let drag = try #require(outlineView.standInDrag(0))  // README
    #expect(drag.hover(under: 5))  // Tests
    outlineView.expandItem(outlineView.item(atRow: 5))  // as the view does after a delay
    for _ in 0..<100 { await Task.yield() }
    #expect(binder.link.isInteracting && outlineView.numberOfRows == 6)
    drag.cancel()
    await wait(binding, for: ["README", "Sources", " Trees", " main", " other", "Tests", " TreeTests"])
  }

  @Test(
    "changes wait until a drag ends, a node moves only to allowed places, and a drag ends when the binder is detached")
  func rules() async throws {
    final class Earlier: NSObject, NSOutlineViewDataSource {
      var questions = 0
      func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int { 0 }
      func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any { NSNull() }
      func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool { false }
      func outlineView(_ outlineView: NSOutlineView, pasteboardWriterForItem item: Any) -> (any NSPasteboardWriting)? {
        questions += 1
        return NSPasteboardItem()
      }
    }
    let earlier = Earlier()
    outlineView.dataSource = earlier
    let binding = await bind()
    #expect(outlineView.standInDrag(0) == nil && earlier.questions == 0, "it knows other items")
    binder.link.editing.rules = .moving(to: .anywhere)
    binder.mayMove = { _, place in place.parent == "Tests" }
    var drag = try #require(outlineView.standInDrag(0))
    try await outline.tree.edit { $0.remove("main") }
    for _ in 0..<20 { await Task.yield() }
    #expect(names.contains(" main") && outlineView.numberOfRows == 6)
    #expect(!drag.hover(under: 1) && drag.hover(under: 5, at: 0) && drag.drop())
    await wait(binding, for: ["Sources", " Trees", " other", "Tests"])
    drag = try #require(outlineView.standInDrag(0))
    #expect(binder.link.isInteracting && outlineView.registeredDraggedTypes.count == 1)
    binding.cancel()
    #expect(!binder.link.isInteracting && outlineView.registeredDraggedTypes.isEmpty)
    drag.cancel()
  }
}
