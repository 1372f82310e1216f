#if canImport(UIKit) && !os(tvOS)
import UIKit

/// The caller's own delegate of a picker view.
@MainActor struct PickerDelegate {
  let view: UIPickerView
  let delegate: (any UIPickerViewDelegate)?

  /// The user has turned a wheel.
  func didSelect(_ row: Int, _ wheel: Int) {
    #if canImport(ObjectiveC)
    delegate?.pickerView?(view, didSelectRow: row, inComponent: wheel)
    #else
    delegate?.pickerView(view, didSelectRow: row, inComponent: wheel)
    #endif
  }
}
#endif
