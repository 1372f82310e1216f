#if canImport(UIKit) && !os(tvOS)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension PickerViewBinder {
  // MARK: - Rows

  func title(at path: RowPath) -> String? {
    guard case .title(let title) = look else { return nil }
    return link.table[path].map { title($0) }
  }

  func attributedTitle(at path: RowPath) -> NSAttributedString? {
    guard case .attributedTitle(let title) = look else { return nil }
    return link.table[path].map { title($0) }
  }

  func makeView(at path: RowPath, reusing view: UIView?) -> UIView {
    guard case .view(let make) = look, let row = link.table[path] else { return view ?? UIView(frame: .zero) }
    return make(row, view)
  }

  // MARK: - Updates

  /// Reloads the given components, or all components, and keeps their selected rows.
  func reload(_ components: [Int]?) {
    guard let view, isInPlace else { return }
    if let components {
      for component in components { view.reloadComponent(component) }
    } else {
      view.reloadAllComponents()
    }
    // The selection is not reported until the change is completely on screen.
    let paths = shown.update(selected: link.selection.paths, rowCounts: link.table.rowCounts)
    show(paths, in: view, animated: false)
  }

  private func show(_ paths: [RowPath], in view: UIPickerView, animated: Bool) {
    for path in paths where view.selectedRow(inComponent: path.section) != path.row {
      view.selectRow(path.row, inComponent: path.section, animated: animated)
    }
  }

  /// Selects the rows that the components show.
  func updateSelection(animated: Bool) {
    guard let view, isInPlace, view.shownRowCounts == link.table.rowCounts else { return }
    let paths = shown.update(selected: link.selection.paths, rowCounts: link.table.rowCounts)
    show(paths, in: view, animated: animated && view.window != nil)
    link.selection.select(paths: paths)
  }

  // MARK: - The user

  func didSelect(_ path: RowPath) {
    guard let view, link.table[path] != nil else { return }
    let selection = link.selection
    if selection.mode != .none, selection.allowed([path]).isEmpty {
      return show(shown.paths, in: view, animated: view.window != nil)
    }
    shown.select(path)
    selection.user(selects: shown.paths)
    if link.delegation.route(.didSelect, isImplemented: true).isForwarded {
      let delegate = earlierDelegate as? any UIPickerViewDelegate
      (delegate?.pickerView(_:didSelectRow:inComponent:))?(view, path.row, path.section)
    }
  }
}

extension UIPickerView {
  var shownRowCounts: [Int] { (0..<numberOfComponents).map { numberOfRows(inComponent: $0) } }
}
#endif
