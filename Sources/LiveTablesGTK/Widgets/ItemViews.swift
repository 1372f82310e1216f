#if GTK
public import CGTK

/// The base class of the views that a binder can be attached to.
open class GTKItemView: GTKWidget {
  /// The view itself, or the list within it that scrolls.
  var list: UnsafeMutablePointer<GtkWidget> { pointer }

  var model: OpaquePointer? {
    get { nil }
    set {}
  }

  /// Shows columns with these factories, of which views without columns show the first.
  func setColumns(_ columns: [(title: String, factory: OpaquePointer)]) {}
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

  override func setColumns(_ columns: [(title: String, factory: OpaquePointer)]) {
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

  override func setColumns(_ columns: [(title: String, factory: OpaquePointer)]) {
    gtk_grid_view_set_factory(OpaquePointer(pointer), columns.first?.factory)
  }
}
#endif
