#if GTK
import CGTK

extension GTKWidget {
  /// Names the list item that contains this widget after the widgets in it, because GTK 4.8 gives list items no names.
  func nameListItem() {
    guard let item = gtk_widget_get_parent(pointer) else { return }
    var names: UnsafeMutablePointer<GList>?
    Self.addNamedWidgets(in: pointer, to: &names)
    let labels = g_list_reverse(names)
    var (relation, value) = (GTK_ACCESSIBLE_RELATION_LABELLED_BY, GValue())
    gtk_accessible_relation_init_value(relation, &value)
    g_value_set_pointer(&value, labels)  // which GTK frees
    gtk_accessible_update_relation_value(OpaquePointer(item), 1, &relation, &value)
    (self as? any NodeWidget)?.describe(item)
  }

  private static func addNamedWidgets(
    in widget: UnsafeMutablePointer<GtkWidget>, to names: inout UnsafeMutablePointer<GList>?
  ) {
    if livetables_is_label(widget) != 0 || known(widget)?.accessibleName != nil {
      names = g_list_prepend(names, widget)
      return
    }
    var child = gtk_widget_get_first_child(widget)
    while let one = child {
      addNamedWidgets(in: one, to: &names)
      child = gtk_widget_get_next_sibling(one)
    }
  }
}
#endif
