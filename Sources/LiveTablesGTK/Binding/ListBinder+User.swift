#if GTK
import CGTK
@_spi(Adapters) import LiveTablesCells
import LiveTablesOperators

extension ListBinder {
  func addControllers(to view: GTKItemView) {
    if let view = view as? GTKDropDown { return addChoice(to: view) }
    let keys = gtk_event_controller_key_new()!
    observe(UnsafeMutableRawPointer(keys), handling: "key-pressed") { [weak self] arguments in
      self?.handleKey(UInt32(arguments.number(1)), arguments.flags(3)) ?? false
    }
    let clicks = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(clicks, UInt32(GDK_BUTTON_SECONDARY))
    observe(UnsafeMutableRawPointer(clicks), "pressed") { [weak self] arguments in
      self?.showMenu(at: (arguments.double(2), arguments.double(3)))
    }
    controllers = [keys, clicks] + makeDragControllers()
    for controller in controllers { gtk_widget_add_controller(view.pointer, controller) }
    connections = [
      observe(view.raw, "activate") { [weak self] arguments in
        guard let self, let path = path(at: arguments.number(1)), let row = link.table[path] else { return }
        onActivate?(row, path)
      }, observe(view.raw, "unmap") { [weak self] _ in self?.closeMenu() },
      observe(view.raw, "map") { [weak self] _ in self?.continueScrolling() },
    ]
  }

  func removeControllers(from view: GTKItemView) {
    for controller in controllers { gtk_widget_remove_controller(view.pointer, controller) }
    for connection in connections { g_signal_handler_disconnect(view.raw, connection) }
    (controllers, connections) = ([], [])
    closeMenu()
    endDrag()
  }

  /// Handles the Delete key, and the keys that undo and redo edits.
  func handleKey(_ key: UInt32, _ modifiers: UInt32) -> Bool {
    let isControl = modifiers & GDK_CONTROL_MASK.rawValue != 0
    let isShift = modifiers & GDK_SHIFT_MASK.rawValue != 0
    switch Int32(bitPattern: gdk_keyval_to_lower(key)) {
    case GDK_KEY_Menu: return showMenu()
    case GDK_KEY_F10 where isShift: return showMenu()
    case GDK_KEY_Delete, GDK_KEY_KP_Delete: return deleteSelectedRows()
    case GDK_KEY_Right, GDK_KEY_Left:
      return focusedSlots.contains { ($0.widget as? any NodeWidget)?.setExpanded(Int32(key) == GDK_KEY_Right) == true }
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

  /// Changes the lines, and keeps the focus in the view if its row was deleted.
  ///
  /// If the row itself had the focus, the next row gets it. If a field in the row had it, the view gets it, because GTK
  /// would choose the field of another row, into which the user would type.
  func keepingFocus(_ change: () -> Void) {
    guard let view, let root = gtk_widget_get_root(view.pointer), let focus = gtk_root_get_focus(root),
      let slot = focusedSlots.first, items.line(of: slot.line.item) == nil
    else { return change() }
    let isOnRow = slot.widget.flatMap(rowWidget) == focus
    gtk_root_set_focus(root, view.list)
    change()
    if isOnRow { gtk_widget_grab_focus(view.list) }
  }

  /// What the list items of the row with the focus show, one for each column.
  private var focusedSlots: [Slot] { slots.values.filter { $0.widget.map(hasFocus) ?? false } }

  /// Returns whether the row of a widget has the focus, or contains the widget that has it.
  func hasFocus(_ widget: GTKWidget) -> Bool {
    let state = rowWidget(of: widget).map { gtk_widget_get_state_flags($0).rawValue } ?? 0
    return state & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
  }

  /// Returns GTK's widget for the row of a widget.
  func rowWidget(of widget: GTKWidget) -> UnsafeMutablePointer<GtkWidget>? {
    var row = widget.pointer
    while let parent = gtk_widget_get_parent(row) {
      if parent == view?.list { return row }
      row = parent
    }
    return nil
  }

  // MARK: - Menus

  /// Returns the actions of a row, or a deletion if the rules have no actions and the row can be deleted.
  private func actions(at path: RowPath) -> [(action: RowAction<Section, Row>, perform: @MainActor () -> Bool)] {
    performers(of: offersDeletion(at: path) ? [Self.deletion] : link.editing.actions(at: path), at: path)
  }

  /// Shows the menu of the row with the focus.
  @discardableResult func showMenu() -> Bool {
    guard let view, let focused = focusedSlots.first, let row = focused.widget.flatMap(rowWidget) else { return false }
    var (x, y) = (0.0, 0.0)
    gtk_widget_translate_coordinates(row, view.pointer, 0, Double(gtk_widget_get_height(row)), &x, &y)
    return showMenu(of: focused, at: (x, y))
  }

  /// Shows the menu of the row at a position in the view.
  func showMenu(at point: (x: Double, y: Double)) {
    if let slot = shownSlot(at: point) { showMenu(of: slot, at: point) }
  }

  @discardableResult private func showMenu(of slot: Slot, at point: (x: Double, y: Double)) -> Bool {
    guard let view, case .row(let path)? = items.line(of: slot.line.item) else { return false }
    let actions = actions(at: path)
    if actions.isEmpty { return false }
    closeMenu()
    let (menu, group) = (g_menu_new(), g_simple_action_group_new())
    for (number, (action, perform)) in actions.enumerated() {
      let entry = g_simple_action_new("\(number)", nil)!
      observe(UnsafeMutableRawPointer(entry), "activate") { _ in _ = perform() }
      g_action_map_add_action(OpaquePointer(group), entry)
      g_object_unref(UnsafeMutableRawPointer(entry))
      // A single underscore would mark the key of the entry.
      g_menu_append(menu, action.title.replacing("_", with: "__"), "row.\(number)")
    }
    gtk_widget_insert_action_group(view.pointer, "row", OpaquePointer(group))
    let model = UnsafeMutableRawPointer(menu!)
    let popover = gtk_popover_menu_new_from_model(model.assumingMemoryBound(to: GMenuModel.self))!
    g_object_unref(model)
    g_object_unref(UnsafeMutableRawPointer(group!))
    gtk_widget_set_parent(popover, view.pointer)
    var rectangle = GdkRectangle(x: Int32(point.x), y: Int32(point.y), width: 1, height: 1)
    let menuPopover = UnsafeMutableRawPointer(popover).assumingMemoryBound(to: GtkPopover.self)
    gtk_popover_set_pointing_to(menuPopover, &rectangle)
    self.menu = popover
    // GTK performs the action after it has closed the menu.
    observe(UnsafeMutableRawPointer(popover), "closed") { [weak self] _ in
      Task { @MainActor in if self?.menu == popover { self?.closeMenu() } }
    }
    gtk_popover_popup(menuPopover)
    return true
  }

  /// Removes the menu, which the view would not do when its window is closed.
  private func closeMenu() {
    guard let menu else { return }
    self.menu = nil  // the end of the menu calls this method again
    gtk_popover_popdown(UnsafeMutableRawPointer(menu).assumingMemoryBound(to: GtkPopover.self))
    gtk_widget_unparent(menu)
    if let view { gtk_widget_insert_action_group(view.pointer, "row", nil) }  // the actions keep the table's rows
  }
}
#endif
