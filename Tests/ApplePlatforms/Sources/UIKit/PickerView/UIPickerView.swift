public import Foundation

@MainActor public protocol UIPickerViewDataSource: NSObjectProtocol {
  func numberOfComponents(in pickerView: UIPickerView) -> Int
  func pickerView(_ pickerView: UIPickerView, numberOfRowsInComponent component: Int) -> Int
}

/// All of these are optional in UIKit.
@MainActor public protocol UIPickerViewDelegate: NSObjectProtocol {
  func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat
  func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat
  func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String?
  func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString?
  func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView
  func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int)

  /// The object to which Objective-C would forward methods that the delegate does not implement. Not UIKit API.
  var standInForwardingTarget: AnyObject? { get }

  /// Returns whether the delegate implements a method. For example, the view does not request titles from a delegate
  /// that creates views. Not UIKit API.
  func standInResponds(to message: String) -> Bool
}

extension UIPickerViewDelegate {
  public var standInForwardingTarget: AnyObject? { nil }

  private var next: (any UIPickerViewDelegate)? { standInForwardingTarget as? any UIPickerViewDelegate }
  public func standInResponds(to message: String) -> Bool { next?.standInResponds(to: message) ?? false }

  public func pickerView(_ pickerView: UIPickerView, widthForComponent component: Int) -> CGFloat {
    next?.pickerView(pickerView, widthForComponent: component)
      ?? pickerView.bounds.width / CGFloat(max(1, pickerView.numberOfComponents))
  }
  public func pickerView(_ pickerView: UIPickerView, rowHeightForComponent component: Int) -> CGFloat {
    next?.pickerView(pickerView, rowHeightForComponent: component) ?? 32
  }
  public func pickerView(_ pickerView: UIPickerView, titleForRow row: Int, forComponent component: Int) -> String? {
    next?.pickerView(pickerView, titleForRow: row, forComponent: component)
  }
  public func pickerView(
    _ pickerView: UIPickerView, attributedTitleForRow row: Int, forComponent component: Int
  ) -> NSAttributedString? {
    next?.pickerView(pickerView, attributedTitleForRow: row, forComponent: component)
  }
  public func pickerView(
    _ pickerView: UIPickerView, viewForRow row: Int, forComponent component: Int, reusing view: UIView?
  ) -> UIView {
    next?.pickerView(pickerView, viewForRow: row, forComponent: component, reusing: view)
      ?? UIView(frame: .zero)
  }
  public func pickerView(_ pickerView: UIPickerView, didSelectRow row: Int, inComponent component: Int) {
    next?.pickerView(pickerView, didSelectRow: row, inComponent: component)
  }
}

/// A view of components with rows. Rows cannot be inserted or deleted; a component is reloaded instead.
@MainActor open class UIPickerView: UIView {
  public override init(frame: CGRect) {
    super.init(frame: frame)
    if UIView.standInIdiom == .mac {
      StandInException.raise(
        "NSInternalInconsistencyException", "UIPickerView is not supported when running Catalyst apps in the Mac idiom")
    }
  }
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open weak var dataSource: (any UIPickerViewDataSource)? { didSet { standInForget() } }
  open weak var delegate: (any UIPickerViewDelegate)? { didSet { standInForget() } }

  /// The number of rows in each component, or `nil` if it has not been read since the last reload.
  var standInCounts: [Int]?
  var standInSelected: [Int] = []
  /// The rows on screen, by component and row.
  var standInShown: [IndexPath: StandInPickerRow] = [:]
  var standInSpareViews: [Int: [UIView]] = [:]
  var standInIsShowing = false

  open override func layoutSubviews() {
    super.layoutSubviews()
    standInShow()
  }

  // MARK: - Counts

  open var numberOfComponents: Int { standInKnownCounts.count }

  open func numberOfRows(inComponent component: Int) -> Int {
    let counts = standInKnownCounts
    return counts.indices.contains(component) ? counts[component] : 0
  }

  open func rowSize(forComponent component: Int) -> CGSize {
    guard let delegate, standInKnownCounts.indices.contains(component) else { return .zero }
    return CGSize(
      width: delegate.pickerView(self, widthForComponent: component),
      height: delegate.pickerView(self, rowHeightForComponent: component))
  }

  open func view(forRow row: Int, forComponent component: Int) -> UIView? {
    standInShown[IndexPath(item: row, section: component)]?.view
  }

  // MARK: - Reloading

  open func reloadAllComponents() { standInForget() }

  /// Reloads one component. Raises an exception if the component does not exist.
  open func reloadComponent(_ component: Int) {
    guard var counts = standInCounts else { return }
    guard counts.indices.contains(component), let dataSource else {
      return StandInException.raise(
        StandInException.range,
        "reloadComponent: component \(component) is out of bounds, there are \(counts.count) components")
    }
    counts[component] = max(0, dataSource.pickerView(self, numberOfRowsInComponent: component))
    standInCounts = counts
    standInSelected[component] = min(standInSelected[component], max(0, counts[component] - 1))
    standInDropRows { $0 == component }
    setNeedsLayout()
  }

  // MARK: - Selecting

  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    let counts = standInKnownCounts
    guard counts.indices.contains(component), (0..<max(1, counts[component])).contains(row) else {
      return StandInException.raise(
        StandInException.range,
        "selectRow: row \(row) of component \(component) is out of bounds, there are \(counts) rows")
    }
    standInSelected[component] = row
    setNeedsLayout()
  }

  /// Returns the selected row of a component, or -1 if the component is empty or does not exist.
  open func selectedRow(inComponent component: Int) -> Int {
    let counts = standInKnownCounts
    return counts.indices.contains(component) && counts[component] > 0 ? standInSelected[component] : -1
  }
}

/// A row on screen, which has either a title or a view.
struct StandInPickerRow {
  let title: String?
  let view: UIView?
}
