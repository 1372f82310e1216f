#if canImport(UIKit) && !os(tvOS)
import Foundation
@_spi(Adapters) import LiveTables
public import UIKit

extension UIPickerView {
  /// Makes a binder the view's own: data source and delegate, until its binding ends.
  ///
  /// This is what every `bind` does first; use it for what a binder can do and that has no short form. What was bound by
  /// another binder ends.
  ///
  /// - Returns: The binder. The view keeps it.
  @discardableResult public func attach<Section, Row>(
    _ binder: PickerViewBinder<Section, Row>
  ) -> PickerViewBinder<Section, Row> {
    binder.take(self)
    return binder
  }
}

/// How a binder takes its place, and leaves it.
extension PickerViewBinder: ViewBinder {
  func take(_ view: UIPickerView) {
    if pickerView === view, view.binder === self, isInPlace { return }
    if pickerView !== view, let old = pickerView, old.binder === self { giveBack(old) }
    let before: Predecessors =
      if let old = view.binder {
        old.handOver()  // also if that is this one, and somebody else has come in between
      } else {
        Predecessors(dataSource: view.dataSource, delegate: view.delegate)
      }
    view.binder = self  // the last one to keep the old binder lets go of it here
    predecessors = before
    pickerView = view
    forwardee = before.delegate as? any NSObjectProtocol
    link.selection.presenter = self
    view.dataSource = self
    view.delegate = self
  }

  func handOver() -> Predecessors {
    let before = predecessors
    pickerView = nil
    forwardee = nil
    link.end()
    return before
  }

  /// The caller's data source and delegate come back.
  func giveBack(_ view: UIPickerView) {
    ending = nil
    let before = handOver()
    if view.delegate === self { view.delegate = before.delegate as? any UIPickerViewDelegate }
    if view.dataSource === self {
      view.dataSource = before.dataSource as? any UIPickerViewDataSource
      view.reloadAllComponents()
    }
    view.binder = nil
  }
}

#if !canImport(ObjectiveC)
/// Where Objective-C would forward by itself.
extension PickerViewBinder {
  /// The caller's delegate, for messages of delegates that are not implemented here.
  public var standInForwardingTarget: (any UIPickerViewDelegate)? { forwardee as? any UIPickerViewDelegate }

  /// Whether rows are views.
  public var standInMakesViews: Bool { look.makesViews }
}
#endif
#endif
