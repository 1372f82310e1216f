#if GTK
import CGTK
public import LiveTablesCells
import LiveTablesOperators

/// Where a view scrolls.
enum ScrollTarget<ID> {
  case row(ID)
  /// The last line, with the new rows.
  case bottom
}

extension ListBinder: ScrollableTableView {
  /// Scrolls to the row at a path by the shortest distance, whatever the position.
  public func scroll(to path: RowPath, at position: ScrollAlignment, animated: Bool) { scroll(to: path) }
}

extension ListBinder {
  func scrollView(to path: RowPath) {
    guard isInPlace else { return }
    guard updates.canUpdate, !link.isUpdating, let line = lines.line(of: path) else { return scrollLater(to: path) }
    scrollView(toLine: line)
    if let row = link.table[path] { scrollAfterFrame(to: .row(row.identity)) }
  }

  func scrollView(toLine line: Int) {
    guard line >= 0, let list = view?.list else { return }
    let argument = g_variant_ref_sink(g_variant_new_uint32(UInt32(line)))
    defer { g_variant_unref(argument) }
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", argument)
  }

  /// Scrolls after the next frame in which the view is on screen, when GTK has determined the height of new rows.
  ///
  /// Until then, the position of the view is not the one that it will have, and changes of the table do not scroll it.
  func scrollAfterFrame(to target: ScrollTarget<Row.Identity>) {
    endScrolling()
    scrollTarget = target
    continueScrolling()
  }

  /// Observes the next frame if the view is on screen.
  func continueScrolling() {
    guard scrollTarget != nil, observedClock == nil, let view, gtk_widget_get_mapped(view.pointer) != 0,
      let clock = gtk_widget_get_frame_clock(view.list)
    else { return }
    let raw = UnsafeMutableRawPointer(clock)
    g_object_ref(raw)
    observedClock = (raw, observe(raw, "after-paint") { [weak self] _ in self?.scrollToTarget() })
    gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT)
  }

  private func scrollToTarget() {
    stopObservingClock()
    // A view that has left the screen scrolls when it is back.
    guard let target = scrollTarget, let view, gtk_widget_get_mapped(view.pointer) != 0 else { return }
    scrollTarget = nil
    switch target {
    case .bottom: scrollView(toLine: lines.count - 1)
    case .row(let id):
      guard let path = link.table.path(of: id) else { return }
      guard updates.canUpdate, !link.isUpdating, let line = lines.line(of: path) else { return scrollLater(to: path) }
      scrollView(toLine: line)
    }
  }

  func endScrolling() {
    scrollTarget = nil
    stopObservingClock()
  }

  private func stopObservingClock() {
    guard let (clock, connection) = observedClock else { return }
    observedClock = nil
    g_signal_handler_disconnect(clock, connection)
    g_object_unref(clock)
  }

  /// Whether the view shows its bottom, or will show it, and stays there.
  var isAtBottom: Bool {
    guard staysAtBottom, let adjustment = view?.adjustment else { return false }
    switch scrollTarget {
    case .bottom: return true
    case .row: return false
    case nil:
      let bottom = gtk_adjustment_get_value(adjustment) + gtk_adjustment_get_page_size(adjustment)
      return bottom >= gtk_adjustment_get_upper(adjustment) - 1
    }
  }

  /// The first line, if the view shows its top and the focus is elsewhere.
  var lineAtTop: TableLines.Line? {
    guard scrollTarget == nil, let first = lines[0], let adjustment = view?.adjustment,
      gtk_adjustment_get_value(adjustment) <= 0
    else { return nil }
    let widget = slots.values.first { items.line(of: $0.line.item) == first }?.widget
    return widget.map(hasFocus) == true ? nil : first
  }
}
#endif
