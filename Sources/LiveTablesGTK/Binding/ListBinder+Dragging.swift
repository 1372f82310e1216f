#if GTK
import CGTK
@_spi(Adapters) import LiveTablesCells
import LiveTablesOperators

extension ListBinder {
  /// Returns the controllers with which the user moves rows by dragging, in views whose rows are below each other.
  func makeDragControllers(for view: GTKItemView) -> [OpaquePointer] {
    if view is GTKGridView { return [] }
    let source = gtk_drag_source_new()!
    let target = gtk_drop_target_new(ListModel.type, GDK_ACTION_MOVE)!
    gtk_drag_source_set_actions(source, GDK_ACTION_MOVE)
    observe(UnsafeMutableRawPointer(source), "begin") { [weak self] _ in
      guard let self else { return }
      // The gesture has no point any more when the drag begins.
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_point(source, gtk_gesture_single_get_current_sequence(source), &x, &y)
      dragStart = (x, y)
      // Without content, GTK begins no drag. The dragged object is only used to recognize drags of this view.
      let content = mayDrag(at: dragStart) ? model.makeContent() : nil
      gtk_drag_source_set_content(source, content)
      if let content { g_object_unref(content) }
    }
    observe(UnsafeMutableRawPointer(source), "drag-begin") { [weak self] _ in self?.beginDrag() }
    observe(UnsafeMutableRawPointer(source), "drag-end") { [weak self] _ in self?.endDrag() }
    observe(UnsafeMutableRawPointer(target), handling: "drop") { [weak self] arguments in
      guard let self, let value = arguments.boxedObject(1), value == model.object else { return false }
      return drop(at: arguments.double(3))
    }
    return [source, target]
  }

  private func mayDrag(at point: (x: Double, y: Double)) -> Bool {
    row(at: point).map { link.editing.may(.move, at: $0) } ?? false
  }

  private func row(at point: (x: Double, y: Double)) -> RowPath? {
    guard let slot = shownSlot(at: point), case .row(let path)? = items.line(of: slot.line.item) else { return nil }
    return path
  }

  /// Begins a drag of the row that the user has pressed, unless it is gone.
  private func beginDrag() { drag = row(at: dragStart).flatMap { link.editing.beginDrag(at: $0) } }

  /// Drops the dragged row above the row whose middle is below a position in the view.
  func drop(at y: Double) -> Bool {
    guard updates.isCurrent, let drag, let view else { return false }
    var lower: (line: Int, y: Double)?
    for slot in slots.values {
      guard let widget = slot.widget, gtk_widget_get_mapped(widget.pointer) != 0,
        let line = items.line(of: slot.line.item).flatMap({ self.line(of: $0) })
      else { continue }
      var middle = 0.0
      let height = Double(gtk_widget_get_height(widget.pointer))
      gtk_widget_translate_coordinates(widget.pointer, view.pointer, 0, height / 2, nil, &middle)
      if middle > y, middle < lower?.y ?? .infinity { lower = (line, middle) }
    }
    return lines.gap(aboveLine: lower?.line ?? lines.count).map { drag.drop(intoGap: $0) } ?? false
  }

  func endDrag() {
    drag?.cancel()
    drag = nil
  }

  private func line(of line: TableLines.Line) -> Int? {
    switch line {
    case .row(let path): lines.line(of: path)
    case .header(let section): lines.line(of: .header, section: section)
    case .footer(let section): lines.line(of: .footer, section: section)
    }
  }

  /// Returns what the list item at a position in the view shows.
  func shownSlot(at point: (x: Double, y: Double)) -> Slot? {
    guard let view else { return nil }
    var widget = gtk_widget_pick(view.pointer, point.x, point.y, GTK_PICK_DEFAULT)
    while let one = widget, one != view.pointer {
      let slot = slots.values.first { slot in
        slot.widget.map { $0.pointer == one || gtk_widget_get_parent($0.pointer) == one } ?? false
      }
      if let slot { return slot }
      widget = gtk_widget_get_parent(one)
    }
    return nil
  }
}
#endif
