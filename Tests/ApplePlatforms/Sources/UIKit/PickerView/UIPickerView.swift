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

  /// Who is asked what this delegate does not implement: Objective-C's forwarding. No API of UIKit.
  var standInForwardingTarget: AnyObject? { get }

  /// Whether the delegate implements a message, for example the one that makes views: then it is not asked for titles.
  /// No API of UIKit.
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

/// Wheels beside one another. It knows no insertions: whatever changes, a wheel is reloaded.
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

  /// How many rows each wheel has; `nil` if that was not read since the view was told to reload.
  var standInCounts: [Int]?
  var standInSelected: [Int] = []
  /// What the wheels show around their middle, by component and row.
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

  /// Reads one wheel anew. Where the number of wheels has changed, that is a mistake.
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

  /// The row in the middle of a wheel; -1 if there is no such wheel, or it is empty.
  open func selectedRow(inComponent component: Int) -> Int {
    let counts = standInKnownCounts
    return counts.indices.contains(component) && counts[component] > 0 ? standInSelected[component] : -1
  }
}

/// One row of a wheel, as it is drawn.
struct StandInPickerRow {
  let title: String?
  let view: UIView?
}
