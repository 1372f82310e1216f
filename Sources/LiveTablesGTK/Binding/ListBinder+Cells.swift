#if GTK
import CGTK
@_spi(Adapters) package import LiveTablesCells
import LiveTablesOperators

extension ListBinder {
  /// Handles the binding of a list item.
  ///
  /// GTK also binds a list item again if only the position of its line has changed, or the selection.
  func show(_ item: OpaquePointer, inColumn column: Int) {
    guard let object = gtk_list_item_get_item(item), slots[item]?.line.item != object else { return }
    answering {
      endShowing(slots[item], inColumn: column)
      fill(item, LineItems.Reference(object), column)
    }
  }

  private func fill(_ item: OpaquePointer, _ reference: LineItems.Reference, _ column: Int) {
    guard updates.isCurrent, let line = items.line(of: reference.item) else {
      slots[item]?.line = reference
      return
    }
    let outer = slot
    slot = item
    defer { slot = outer }
    switch line {
    case .row(let path):
      let widget = cells[column].cell(at: path, in: self)
      show(Slot(line: reference, widget: widget), in: item, isRow: true)
      if column == 0, updates.isCurrent { rowAppears(in: widget, at: path) }
    case .header(let section): fill(item, reference, SupplementaryPath(.header, section: section), column)
    case .footer(let section): fill(item, reference, SupplementaryPath(.footer, section: section), column)
    }
  }

  private func fill(
    _ item: OpaquePointer, _ reference: LineItems.Reference, _ path: SupplementaryPath, _ column: Int
  ) {
    let widget = column == 0 ? cells[0].supplementaryView(at: path, in: self) : nil
    show(Slot(line: reference, widget: widget, kind: path.kind), in: item, isRow: false)
  }

  private func show(_ new: Slot, in item: OpaquePointer, isRow: Bool) {
    slots[item] = new
    if gtk_list_item_get_child(item) != new.widget?.pointer {
      gtk_list_item_set_child(item, new.widget?.pointer)
      new.widget?.nameListItem()
    }
    gtk_list_item_set_selectable(item, isRow ? 1 : 0)
    gtk_list_item_set_activatable(item, isRow ? 1 : 0)
  }

  /// Handles the end of a list item.
  func endShowing(_ item: OpaquePointer, inColumn column: Int) {
    answering { endShowing(slots.removeValue(forKey: item), inColumn: column) }
  }

  private func endShowing(_ slot: Slot?, inColumn column: Int) {
    guard let slot, let widget = slot.widget else { return }
    if let kind = slot.kind { return cells[0].didEndDisplaying(widget, kind: kind) }
    cells[column].didEndDisplaying(widget)
    if column == 0 { rowDisappears(with: widget) }
  }
}

extension ListBinder: CellHost {
  package func register(_ source: CellSource, reuseIdentifier: String) {
    sources[reuseIdentifier] = source
  }

  package func dequeueCell(reuseIdentifier: String, for path: RowPath) -> GTKWidget? {
    dequeue(reuseIdentifier, nil)
  }

  /// Returns a label that describes the problem.
  package func placeholder(for path: RowPath, problem: CellProblem, dequeued: GTKWidget?) -> GTKWidget {
    GTKLabel("\(problem)")
  }

  package func register(_ source: CellSource, reuseIdentifier: String, kind: SupplementaryKind) {
    sources["\(kind) \(reuseIdentifier)"] = source
  }

  package func dequeueSupplementaryView(
    reuseIdentifier: String, for path: SupplementaryPath
  ) -> GTKWidget? { dequeue("\(path.kind) \(reuseIdentifier)", path.kind) }

  /// Returns the widget that the list item already has, if it is of the right kind, or a new widget.
  private func dequeue(_ name: String, _ kind: SupplementaryKind?) -> GTKWidget? {
    if let slot, let old = slots[slot], old.kind == kind, let widget = old.widget, widget.reuseIdentifier == name {
      return widget
    }
    let widget: GTKWidget? =
      switch sources[name] {
      case .type(let type): (type as? GTKWidget.Type)?.init()
      case .factory(let make): make(name) as? GTKWidget
      case .nib, .prototype, nil: nil
      }
    widget?.reuseIdentifier = name
    return widget
  }
}
#endif
