#if GTK
public import CGTK

/// A column as the views see it.
@MainActor final class ItemColumn {
  let title: String
  let factory: OpaquePointer
  let isSortable: Bool
  /// Whether the column's sorter was called.
  var wasCalled = false

  init(_ title: String, isSortable: Bool) {
    self.title = title
    self.isSortable = isSortable
    factory = gtk_signal_list_item_factory_new()
  }

  isolated deinit { g_object_unref(UnsafeMutableRawPointer(factory)) }

  /// Creates a sorter that makes the title a button, but does not sort.
  func makeSorter() -> UnsafeMutableRawPointer {
    let compare: GCompareDataFunc = { _, _, data in
      let column = Unmanaged<ItemColumn>.fromOpaque(data!).takeUnretainedValue()
      MainActor.assumeIsolated { column.wasCalled = true }
      return -1
    }
    let sorter = gtk_custom_sorter_new(compare, Unmanaged.passRetained(self).toOpaque()) {
      if let data = $0 { Unmanaged<AnyObject>.fromOpaque(data).release() }
    }
    return UnsafeMutableRawPointer(sorter!)
  }
}

/// The base class of the views that a binder can be attached to.
open class GTKItemView: GTKWidget {
  /// The view itself, or the list within it that scrolls.
  var list: UnsafeMutablePointer<GtkWidget> { pointer }

  var model: OpaquePointer? {
    get { nil }
    set {}
  }

  /// The adjustment that scrolls the list.
  var adjustment: UnsafeMutablePointer<GtkAdjustment>? { gtk_scrollable_get_vadjustment(OpaquePointer(pointer)) }

  /// Whether the view can show headers and footers.
  var hasSupplementaries: Bool { true }

  /// Shows columns with these factories, of which views without columns show the first.
  func setColumns(_ columns: [ItemColumn]) {}

  func onSort(_ columns: [ItemColumn], _ body: @escaping @MainActor (_ column: Int, Bool) -> Void) {}

  func endSorting() {}
}

/// A list of rows.
///
/// Put it into a ``GTKScrolledWindow``.
open class GTKListView: GTKItemView {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_list_view_new(nil, nil) }

  override var model: OpaquePointer? {
    get { gtk_list_view_get_model(OpaquePointer(pointer)) }
    set { gtk_list_view_set_model(OpaquePointer(pointer), newValue) }
  }

  override func setColumns(_ columns: [ItemColumn]) {
    gtk_list_view_set_factory(OpaquePointer(pointer), columns.first?.factory)
  }
}

/// A grid of rows, without sections.
///
/// Put it into a ``GTKScrolledWindow``.
open class GTKGridView: GTKItemView {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_grid_view_new(nil, nil) }

  override var model: OpaquePointer? {
    get { gtk_grid_view_get_model(OpaquePointer(pointer)) }
    set { gtk_grid_view_set_model(OpaquePointer(pointer), newValue) }
  }

  override var hasSupplementaries: Bool { false }

  override func setColumns(_ columns: [ItemColumn]) {
    gtk_grid_view_set_factory(OpaquePointer(pointer), columns.first?.factory)
  }
}

/// A button that shows the selected row, and a list to choose another row from.
///
/// One row is always selected (`link.selection`), unless the table is empty.
open class GTKDropDown: GTKItemView {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_drop_down_new(nil, nil) }

  override var model: OpaquePointer? {
    get { gtk_drop_down_get_model(OpaquePointer(pointer)) }
    set { gtk_drop_down_set_model(OpaquePointer(pointer), newValue) }
  }

  override var adjustment: UnsafeMutablePointer<GtkAdjustment>? { nil }

  override var hasSupplementaries: Bool { false }

  override func setColumns(_ columns: [ItemColumn]) {
    gtk_drop_down_set_factory(OpaquePointer(pointer), columns.first?.factory)
  }

  /// The chosen line.
  var chosenLine: Int? {
    get {
      let line = gtk_drop_down_get_selected(OpaquePointer(pointer))
      return line == .max ? nil : Int(line)
    }
    set { gtk_drop_down_set_selected(OpaquePointer(pointer), newValue.map { UInt32($0) } ?? .max) }
  }
}
#endif
