import Foundation
import LiveTablesGTK
import LiveTablesOperators

struct Item: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var isDone = false
}

/// A number, and a picture that only has a name for screen readers.
final class ItemRow: GTKBox {
  private let (number, state) = (GTKLabel(), GTKBox())

  required init() {
    super.init()
    append(number)
    append(state)
  }

  func show(_ item: Item) {
    number.text = "row \(item.id)"
    state.accessibleName = item.isDone ? "done" : "open"
  }
}

/// Shows a list and a tree, which Tests/GTK/accessibility reads as a screen reader does, and changes them as standard
/// input says.
@MainActor func showRows(in application: GTKApplication) async throws {
  let (list, tree) = (GTKListView(), GTKListView())
  let binder = ListBinder<OneSection, Item>(.one(ItemRow.self) { row, item, _ in row.show(item) })
  binder.link.selection.mode = .many
  let items = LiveTable(rows: (0..<30).map { Item(id: $0) })
  let shown = binder.attach(to: list).bind(items).changes
  let outline = LiveTree(Tree(roots: [Item(id: 1), Item(id: 2)]) { $0.id == 1 ? [Item(id: 10)] : [] }).outline()
  let shownNodes = tree.bind(outline, cell: GTKLabel.self) { label, row, _ in label.text = "node \(row.value.id)" }
    .changes
  application.present(
    GTKWindow("Rows", content: GTKBox(isVertical: true, GTKScrolledWindow(list), GTKScrolledWindow(tree))))
  var changes = shown.makeAsyncIterator()
  var nodeChanges = shownNodes.makeAsyncIterator()
  (_, _) = (await changes.next(), await nodeChanges.next())
  report("shown")
  let (commands, feed) = AsyncStream.makeStream(of: String.self)
  Task.detached {
    while let line = readLine() { feed.yield(line) }
    feed.finish()
  }
  for await command in commands {
    switch command {
    case "move":
      try await items.edit {
        $0.update(.id(3)) { $0.isDone = true }
        $0.move(from: 3, to: 6)
        $0.insert(contentsOf: (30..<40).map { Item(id: $0) }, at: 0)
      }
      _ = await changes.next()
    case "expand":
      try await outline.edit { $0.expand(1) }
      _ = await nodeChanges.next()
    default: return application.quit()
    }
    report(command)
  }
}

/// Writes a line at once, also to a pipe.
private func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
