#if GTK
import CGTK
@_spi(Adapters) import LiveTablesCells
import LiveTablesOperators

extension ListBinder: ListModelContent {
  var lineCount: Int { changes.count }

  func takeItem(at line: Int) -> UnsafeMutableRawPointer? {
    items.take(updates.isCurrent ? changes.final(line).flatMap { lines[$0] } : nil)
  }

  func isSelected(_ line: Int) -> Bool { path(at: line).map { link.selection.contains($0) } ?? false }

  func selectedLines(in range: Range<Int>) -> [Int] {
    if !updates.isCurrent { return [] }
    return link.selection.paths.compactMap { path in
      lines.line(of: path).flatMap { changes.current($0) }.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func userSelects(_ chosen: some Sequence<Int>, keeping isKept: (Int) -> Bool) -> Bool {
    guard updates.canUpdate, !link.isUpdating else { return false }
    let paths = chosen.compactMap { path(at: $0) }
    switch link.selection.mode {
    case .none:
      if paths.count == 1 { link.selection.user(.only, at: paths[0]) }
      return false
    case .one:
      // A single selected row stays selected.
      guard paths.count == 1 else { return false }
      link.selection.user(.tap, at: paths[0])
    case .oneToggling where paths.count == 1: link.selection.user(.tap, at: paths[0])
    case .oneToggling, .many:
      let kept = link.selection.paths.filter { path in lines.line(of: path).map(isKept) ?? false }
      link.selection.user(selects: kept + paths)
    }
    return true
  }
}

extension ListBinder {
  func updateSelection(of paths: [RowPath]) {
    if !updates.canUpdate { return repairLater(paths) }
    let changed = paths.compactMap { lines.line(of: $0) }
    guard let first = changed.min(), let last = changed.max() else { return }
    model.selectionChanged(in: first...last)
    let reloads = cells.map { $0.reconfigure(paths, in: self) }
    for path in Set(reloads.joined()) { replaceItem(at: path) }
    showChoice()
  }

  /// Makes the selected row the choice of a drop-down or, if no row is selected, selects the row that it shows.
  func showChoice() {
    guard let view = view as? GTKDropDown, updates.canUpdate, !link.isUpdating else { return }
    if let path = link.selection.paths.first {
      view.chosenLine = lines.line(of: path)
    } else if let path = view.chosenLine.flatMap(path) {
      link.selection.select(paths: [path])
    }
  }

  /// Selects the row that the user has chosen in a drop-down.
  private func userChooses(in view: GTKDropDown) {
    guard updates.canUpdate, !link.isUpdating else { return }
    if let path = view.chosenLine.flatMap(path), !link.selection.contains(path) { link.selection.user(.only, at: path) }
    showChoice()
  }

  func addChoice(to view: GTKDropDown) {
    link.selection.mode = .one
    connections = [
      observe(view.raw, "notify::selected") { [weak self, weak view] _ in if let view { self?.userChooses(in: view) } }
    ]
  }

  private func replaceItem(at path: RowPath) {
    guard let line = lines.line(of: path) else { return }
    items.forget(.row(path))
    model.changed(at: line, removed: 1, added: 1)
  }
}
#endif
