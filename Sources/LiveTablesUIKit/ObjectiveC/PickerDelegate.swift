#if canImport(UIKit) && !os(tvOS)
#if canImport(ObjectiveC)
import UIKit
#else
public import UIKit
#endif

extension PickerViewBinder {
  /// Tells the caller's own delegate.
  func callerDidSelect(_ row: Int, _ wheel: Int, in view: UIPickerView) {
    #if canImport(ObjectiveC)
    (forwardee as? any UIPickerViewDelegate)?.pickerView?(view, didSelectRow: row, inComponent: wheel)
    #else
    standInForwardingTarget?.pickerView(view, didSelectRow: row, inComponent: wheel)
    #endif
  }
}

#if !canImport(ObjectiveC)
extension PickerViewBinder {
  /// Who is asked what is not implemented here.
  ///
  /// What forwards on Apple's systems is ``DelegateForwarder``.
  public var standInForwardingTarget: (any UIPickerViewDelegate)? { forwardee as? any UIPickerViewDelegate }

  /// Whether rows are views.
  public var standInMakesViews: Bool { look.makesViews }
}
#endif
#endif
