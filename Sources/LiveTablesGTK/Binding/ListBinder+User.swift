#if GTK
import CGTK
@_spi(Adapters) import LiveTablesCells

extension ListBinder {
  func addControllers(to view: GTKItemView) {
    let keys = gtk_event_controller_key_new()!
    observe(UnsafeMutableRawPointer(keys), handling: "key-pressed") { [weak self] arguments in
      self?.handleKey(UInt32(arguments.number(1)), arguments.flags(3)) ?? false
    }
    gtk_widget_add_controller(view.pointer, keys)
    controllers.append(keys)
  }

  func removeControllers(from view: GTKItemView) {
    for controller in controllers { gtk_widget_remove_controller(view.pointer, controller) }
    controllers = []
  }

  /// Handles the Delete key, and the keys that undo and redo edits.
  func handleKey(_ key: UInt32, _ modifiers: UInt32) -> Bool {
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    switch Int32(bitPattern: gdk_keyval_to_lower(key)) {
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: return deleteSelectedRows()
    case GDK_KEY_z where isControl && isShift: return link.editing.undo.redo()
    case GDK_KEY_z where isControl: return link.editing.undo.undo()
    default: return false
    }
  }

  /// Deletes the selected rows that the user may delete.
  ///
  /// - Returns: Whether a row was deleted.
  @discardableResult public func deleteSelectedRows() -> Bool {
    // Each deletion changes the paths of the following rows.
    let rows = link.selection.paths.filter { link.editing.may(.delete, at: $0) }.map { link.editing.followRow(at: $0) }
    var isDone = false
    for row in rows { if let path = row.path, link.editing.delete(at: path) { isDone = true } }
    return isDone
  }
}
#endif
