/// A view that arranges views in a row or a column.
open class UIStackView: UIView {
  public private(set) var arrangedSubviews: [UIView] = []

  public func addArrangedSubview(_ view: UIView) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  public func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
    arrangedSubviews.removeAll { $0 === view }
    if !(0...arrangedSubviews.count).contains(stackIndex) {
      return StandInException.raise("NSRangeException", "index out of bounds for arranged subview")
    }
    arrangedSubviews.insert(view, at: stackIndex)
    if view.superview !== self { addSubview(view) }
  }

  /// Stops arranging a view, which remains a subview.
  public func removeArrangedSubview(_ view: UIView) { arrangedSubviews.removeAll { $0 === view } }
}
