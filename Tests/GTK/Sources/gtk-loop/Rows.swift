import CGTK
import Foundation
import LiveTablesGTK
import LiveTablesOperators

struct Item: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var isDone = false
}

/// A row with a number, and a picture that only has a name for screen readers.
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

/// Shows a list and a tree, which Tests/GTK/accessibility reads like a screen reader, and changes them on commands from
/// standard input.
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
    case "levels":
      report("levels \(levels(of: tree))")
      continue
    default: return application.quit()
    }
    report(command)
  }
}

/// Returns the levels of a tree's rows, which GTK 4.8 does not report to screen readers.
@MainActor private func levels(of tree: GTKListView) -> String {
  // Swift does not import variadic functions; this one returns `nil` if the level is the given one.
  typealias Check = @convention(c) (UnsafeMutableRawPointer, UInt32, Int32) -> UnsafeMutablePointer<CChar>?
  let check = unsafeBitCast(dlsym(nil, "gtk_test_accessible_check_property"), to: Check.self)
  var levels: [String] = []
  var row = gtk_widget_get_first_child(tree.pointer)
  while let one = row {
    let level = (Int32(1)...9).first { level in
      let problem = check(UnsafeMutableRawPointer(one), GTK_ACCESSIBLE_PROPERTY_LEVEL.rawValue, level)
      defer { g_free(problem) }
      return problem == nil
    }
    levels.append(level.map { "\($0)" } ?? "none")
    row = gtk_widget_get_next_sibling(one)
  }
  return levels.joined(separator: " ")
}

/// Writes a line without buffering.
private func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
