#if GTK
import CGTK
@_spi(Adapters) import LiveTablesCells
import LiveTablesOperators

/// The objects that stand for lines in GTK, while GTK refers to them.
///
/// A line keeps its object when it moves, so GTK keeps the widget and the focus of the line.
@MainActor final class LineItems {
  typealias Item = UnsafeMutableRawPointer

  /// A strong reference to an object, whose address is not used for another one in the meantime.
  @MainActor final class Reference {
    let item: Item

    init(_ item: Item) { self.item = g_object_ref(item) }

    isolated deinit { g_object_unref(item) }
  }

  private var items: [TableLines.Line: Item] = [:]
  /// The line of each object, or `nil` if the line was deleted.
  private var lines: [Item: TableLines.Line?] = [:]

  init() {}

  isolated deinit {
    for item in lines.keys { g_object_weak_unref(Self.object(item), Self.itemEnded, unretained) }
  }

  var count: Int { lines.count }

  private var unretained: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  private static func object(_ item: Item) -> UnsafeMutablePointer<GObject> {
    item.assumingMemoryBound(to: GObject.self)
  }

  private static var itemEnded: GWeakNotify {
    { data, item in
      guard let data, let item else { return }
      let items = Unmanaged<LineItems>.fromOpaque(data).takeUnretainedValue()
      nonisolated(unsafe) let pointer = UnsafeMutableRawPointer(item)
      MainActor.assumeIsolated { items.ended(pointer) }
    }
  }

  private func ended(_ item: Item) {
    if let line = lines.removeValue(forKey: item) ?? nil, items[line] == item { items[line] = nil }
  }

  func contains(_ line: TableLines.Line) -> Bool { items[line] != nil }

  /// Returns the object of a line, or a new object for a line that is about to be deleted, with a reference for the
  /// caller.
  func take(_ line: TableLines.Line?) -> Item {
    if let line, let item = items[line] { return g_object_ref(item) }
    let item = ListModel.makeItem()
    g_object_weak_ref(Self.object(item), Self.itemEnded, unretained)
    lines[item] = .some(line)
    if let line { items[line] = item }
    return item
  }

  /// Returns the line of an object, or `nil` if the line was deleted.
  func line(of item: Item) -> TableLines.Line? { lines[item] ?? nil }

  /// Moves the objects with their lines.
  ///
  /// - Parameter target: A closure that returns the new line, or `nil` if the line was deleted.
  /// - Complexity: O(*n*) calls of the closure for *n* objects in use.
  func follow(_ target: (TableLines.Line) -> TableLines.Line?) {
    items = [:]
    for (item, line) in lines {
      let line = line.flatMap(target)
      lines[item] = .some(line)
      if let line { items[line] = item }
    }
  }

  /// Replaces the object of a line, so that GTK binds the line again.
  func forget(_ line: TableLines.Line) {
    if let item = items.removeValue(forKey: line) { lines[item] = .some(nil) }
  }
}
#endif
