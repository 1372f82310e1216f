#if GTK
import CGTK
@_spi(Adapters) import LiveTablesCells
import LiveTablesOperators

/// A line at an edge of a row.
@MainActor struct DropMark {
  let row: GTKWidget
  let style: String

  func show(_ isShown: Bool) {
    _ = Self.rules
    row.setStyle(style, isShown)
  }

  /// The style of the marks, which an application can override.
  private static let rules: Void = {
    let provider = gtk_css_provider_new()!
    gtk_css_provider_load_from_data(
      provider,
      """
      .livetables-drop-above { box-shadow: inset 0 2px @theme_selected_bg_color; }
      .livetables-drop-below { box-shadow: inset 0 -2px @theme_selected_bg_color; }
      .livetables-drop-before:dir(ltr), .livetables-drop-after:dir(rtl) {
        box-shadow: inset 2px 0 @theme_selected_bg_color;
      }
      .livetables-drop-after:dir(ltr), .livetables-drop-before:dir(rtl) {
        box-shadow: inset -2px 0 @theme_selected_bg_color;
      }
      """, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider), UInt32(GTK_STYLE_PROVIDER_PRIORITY_SETTINGS))
    g_object_unref(provider)
  }()
}

extension ListBinder {
  /// Returns the controllers with which the user moves rows by dragging.
  func makeDragControllers() -> [OpaquePointer] {
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
      return drop(at: (arguments.double(2), arguments.double(3)))
    }
    let motion = gtk_drop_controller_motion_new()!
    observe(UnsafeMutableRawPointer(motion), "motion") { [weak self] arguments in
      self?.markDrop(at: (arguments.double(1), arguments.double(2)))
    }
    observe(UnsafeMutableRawPointer(motion), "leave") { [weak self] _ in self?.dropMark = nil }
    return [source, target, motion]
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

  /// Drops the dragged row at a position in the view.
  func drop(at point: (x: Double, y: Double)) -> Bool {
    guard let drag else { return false }
    return gap(at: point).map { drag.drop(intoGap: $0) } ?? false
  }

  /// Marks the gap into which the dragged row would be dropped, or nothing if the row would stay or may not go there.
  func markDrop(at point: (x: Double, y: Double)) {
    guard let gap = gap(at: point).flatMap({ drag?.gap(for: $0) }), let line = lines.line(ofGap: gap) else {
      dropMark = nil
      return
    }
    func mark(_ line: Int, _ style: String) -> DropMark? {
      guard let content = lines[line],
        let widget = slots.values.first(where: { items.line(of: $0.line.item) == content })?.widget
      else { return nil }
      return rowWidget(of: widget).map { DropMark(row: GTKWidget.wrapping($0), style: style) }
    }
    let (before, after) = view is GTKGridView ? ("before", "after") : ("above", "below")
    dropMark = mark(line, "livetables-drop-\(before)") ?? mark(line - 1, "livetables-drop-\(after)")
  }

  /// The gap above the first line whose middle is below a position in the view or, in a grid, after it.
  private func gap(at point: (x: Double, y: Double)) -> RowPath? {
    guard updates.isCurrent, let view else { return nil }
    let isRightToLeft = gtk_widget_get_direction(view.pointer) == GTK_TEXT_DIR_RTL
    var next = lines.count
    for slot in slots.values {
      var bounds = graphene_rect_t()
      guard let row = slot.widget.flatMap(rowWidget), gtk_widget_get_mapped(row) != 0,
        gtk_widget_compute_bounds(row, view.pointer, &bounds) != 0,
        let line = items.line(of: slot.line.item).flatMap({ self.line(of: $0) })
      else { continue }
      let (x, y) = (point.x - Double(bounds.origin.x), point.y - Double(bounds.origin.y))
      let (isLeft, isAbove) = (x < Double(bounds.size.width) / 2, y < Double(bounds.size.height) / 2)
      let isBefore = y < 0 || y < Double(bounds.size.height) && isLeft != isRightToLeft
      if view is GTKGridView ? isBefore : isAbove { next = min(next, line) }
    }
    return lines.gap(aboveLine: next)
  }

  func endDrag() {
    dropMark = nil
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
