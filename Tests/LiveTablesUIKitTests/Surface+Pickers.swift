#if canImport(UIKit) && !os(tvOS)
import Foundation
import UIKit

// What the adapter uses for picker views; see Surface.swift.

@MainActor private func pickers(_ view: UIPickerView) {
  _ = \UIPickerView.dataSource as ReferenceWritableKeyPath<UIPickerView, (any UIPickerViewDataSource)?>
  _ = \UIPickerView.delegate as ReferenceWritableKeyPath<UIPickerView, (any UIPickerViewDelegate)?>
  _ = \UIPickerView.numberOfComponents as KeyPath<UIPickerView, Int>
  _ = view.numberOfRows(inComponent:) as @MainActor (Int) -> Int
  _ = view.reloadAllComponents as @MainActor () -> Void
  _ = view.reloadComponent as @MainActor (Int) -> Void
  _ = view.selectRow(_:inComponent:animated:) as @MainActor (Int, Int, Bool) -> Void
  _ = view.selectedRow(inComponent:) as @MainActor (Int) -> Int
}

@MainActor private func pickerDelegates(
  _ source: any UIPickerViewDataSource, _ delegate: any UIPickerViewDelegate
) {
  _ = source.numberOfComponents(in:) as (UIPickerView) -> Int
  _ = source.pickerView(_:numberOfRowsInComponent:) as (UIPickerView, Int) -> Int
  _ = delegate.pickerView(_:titleForRow:forComponent:) as ((UIPickerView, Int, Int) -> String?)?
  _ =
    delegate.pickerView(_:attributedTitleForRow:forComponent:)
    as ((UIPickerView, Int, Int) -> NSAttributedString?)?
  _ =
    delegate.pickerView(_:viewForRow:forComponent:reusing:) as ((UIPickerView, Int, Int, UIView?) -> UIView)?
  _ = delegate.pickerView(_:didSelectRow:inComponent:) as ((UIPickerView, Int, Int) -> Void)?
}
#endif
