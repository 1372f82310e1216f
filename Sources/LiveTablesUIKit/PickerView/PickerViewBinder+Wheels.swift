#if canImport(UIKit) && !os(tvOS)
import Foundation
@_spi(Adapters) import LiveTablesCells
import UIKit

extension PickerViewBinder {
  func rowCount(_ wheel: Int) -> Int {
    link.table.sections.indices.contains(wheel) ? link.table.sections[wheel].rows.count : 0
  }

  private func row(_ row: Int, _ wheel: Int) -> Row? { link.table[RowPath(section: wheel, row: row)] }

  func title(_ row: Int, _ wheel: Int) -> String? {
    guard case .title(let title) = look, let row = self.row(row, wheel) else { return nil }
    return title(row)
  }

  func attributedTitle(_ row: Int, _ wheel: Int) -> NSAttributedString? {
    guard case .attributedTitle(let title) = look, let row = self.row(row, wheel) else { return nil }
    return title(row)
  }

  func makeView(_ row: Int, _ wheel: Int, _ reused: UIView?) -> UIView {
    guard case .view(let make) = look, let row = self.row(row, wheel) else { return reused ?? UIView(frame: .zero) }
    return make(row, reused)
  }

  // MARK: - Updates

  /// Reloads the given components, or all components, and keeps their selected rows.
  func redraw(_ stale: [Int]?) {
    guard let view, isInPlace else { return }
    if let stale {
      for wheel in stale { view.reloadComponent(wheel) }
    } else {
      view.reloadAllComponents()
    }
    // The selection is not reported until the change is completely on screen.
    turn(view, to: wheels.settle(selected: link.selection.paths, rowCounts: link.table.rowCounts), animated: false)
  }

  private func turn(_ view: UIPickerView, to resting: [RowPath], animated: Bool) {
    for path in resting where view.selectedRow(inComponent: path.section) != path.row {
      view.selectRow(path.row, inComponent: path.section, animated: animated)
    }
  }

  /// Selects the rows that the components show.
  func settle(animated: Bool) {
    guard let view, isInPlace, view.shownRowCounts == link.table.rowCounts else { return }
    let resting = wheels.settle(selected: link.selection.paths, rowCounts: link.table.rowCounts)
    turn(view, to: resting, animated: animated && view.window != nil)
    link.selection.select(paths: resting)
  }

  // MARK: - The user

  func didSelect(_ row: Int, _ wheel: Int) {
    let path = RowPath(section: wheel, row: row)
    guard let view, link.table[path] != nil else { return }
    let selection = link.selection
    if selection.mode != .none, selection.allowed([path]).isEmpty {
      return turn(view, to: wheels.resting, animated: view.window != nil)
    }
    wheels.turn(to: path)
    selection.user(selects: wheels.resting)
    if link.delegation.route(.didSelect, isImplemented: true).isForwarded {
      ((earlierDelegate as? any UIPickerViewDelegate)?.pickerView(_:didSelectRow:inComponent:))?(view, row, wheel)
    }
  }
}

extension UIPickerView {
  var shownRowCounts: [Int] { (0..<numberOfComponents).map { numberOfRows(inComponent: $0) } }
}
#endif
