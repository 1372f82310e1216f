#if GTK
public import CGTK

/// A list of rows in titled columns.
///
/// Put it into a ``GTKScrolledWindow``.
open class GTKColumnView: GTKItemView {
  open override class func make() -> UnsafeMutablePointer<GtkWidget> { gtk_column_view_new(nil) }

  override var model: OpaquePointer? {
    get { gtk_column_view_get_model(OpaquePointer(pointer)) }
    set { gtk_column_view_set_model(OpaquePointer(pointer), newValue) }
  }

  /// The list below the titles.
  override var list: UnsafeMutablePointer<GtkWidget> {
    var child = gtk_widget_get_last_child(pointer)
    while let one = child, String(cString: gtk_widget_get_css_name(one)) != "listview" {
      child = gtk_widget_get_prev_sibling(one)
    }
    return child ?? pointer
  }

  override func setColumns(_ columns: [ItemColumn]) {
    let view = OpaquePointer(pointer)
    while let column = g_list_model_get_item(gtk_column_view_get_columns(view), 0) {
      gtk_column_view_remove_column(view, OpaquePointer(column))
      g_object_unref(column)
    }
    for column in columns {
      let factory = OpaquePointer(g_object_ref(UnsafeMutableRawPointer(column.factory))!)
      let new = gtk_column_view_column_new(column.title, factory)!
      gtk_column_view_column_set_resizable(new, 1)
      gtk_column_view_column_set_expand(new, column === columns.last ? 1 : 0)
      if column.isSortable {
        let sorter = column.makeSorter()
        gtk_column_view_column_set_sorter(new, sorter.assumingMemoryBound(to: GtkSorter.self))
        g_object_unref(sorter)
      }
      gtk_column_view_append_column(view, new)
      g_object_unref(UnsafeMutableRawPointer(new))
    }
  }

  /// Calls a closure when the user has clicked a title.
  override func onSort(_ columns: [ItemColumn], _ body: @escaping @MainActor (_ column: Int, Bool) -> Void) {
    guard let sorter = gtk_column_view_get_sorter(OpaquePointer(pointer)) else { return }
    endSorting()
    let object = UnsafeMutableRawPointer(sorter)
    let connection = observe(object, "changed") { _ in
      // GTK 4.8 does not tell which column is sorted. The first sorter that the view's sorter calls is the column's.
      for column in columns { column.wasCalled = false }
      let (first, second) = (ListModel.makeItem(), ListModel.makeItem())
      let result = gtk_sorter_compare(object.assumingMemoryBound(to: GtkSorter.self), first, second)
      g_object_unref(first)
      g_object_unref(second)
      if let column = columns.firstIndex(where: \.wasCalled) { body(column, result == GTK_ORDERING_SMALLER) }
    }
    sorting = (object, connection)
  }

  override func endSorting() {
    if let sorting { g_signal_handler_disconnect(sorting.sorter, sorting.connection) }
    sorting = nil
  }

  private var sorting: (sorter: UnsafeMutableRawPointer, connection: UInt)?
}
#endif
