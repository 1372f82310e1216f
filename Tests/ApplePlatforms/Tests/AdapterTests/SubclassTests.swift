import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

/// A custom subclass, which uses only public API.
private final class Bold: PickerViewBinder<OneSection, Int> {
  override func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    super.pickerView(pickerView, titleForRow: row, forComponent: component).map { "*\($0)*" }
  }
}

@Suite("Subclasses of binders", .timeLimit(.minutes(20))) @MainActor struct SubclassTests {
  @Test("a picker view's binder can be subclassed") func picker() {
    let view = UIPickerView(frame: .zero)
    let binder = Bold(title: { "\($0)" }).attach(to: view)
    binder.show([1, 2])
    #expect(binder.pickerView(view, titleForRow: 1, forComponent: 0) == "*2*")
  }

  @Test("no refresh control is used in the Mac idiom, which has none") func idiom() {
    UIView.standInIdiom = .mac
    defer { UIView.standInIdiom = .phone }
    let view = UITableView(frame: .zero, style: .plain)
    let binder = TableViewBinder<OneSection, Int>(.one(UITableViewCell.self) { _, _, _ in }).attach(to: view)
    let raised = StandInException.recording { binder.onRefresh = {} }
    #expect(raised.isEmpty && view.refreshControl == nil)
  }
}
