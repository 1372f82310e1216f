#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// A cell shown in place of a cell that cannot be created or whose row no longer exists.
final class CollectionPlaceholder: UICollectionViewCell {
  static let name = "LiveTables.placeholder"

  private let label = UILabel()

  override init(frame: CGRect) {
    super.init(frame: frame)
    label.numberOfLines = 0
    contentView.addSubview(label)
    label.fill(contentView)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ problem: CellProblem) { label.text = "\(problem)" }
}

/// A weak reference to a boundary view, which its collection view retains.
struct WeakBoundaryView {
  weak var view: BoundaryView?
}

/// A supplementary view that contains the caller's view, if there is one.
final class BoundaryView: UICollectionReusableView {
  static let name = "LiveTables.boundary"

  var content: UIView? {
    didSet {
      if content === oldValue { return }
      if let oldValue, oldValue.superview === self { oldValue.removeFromSuperview() }
      guard let content else { return }
      addSubview(content)
      content.fill(self)
    }
  }

  override func prepareForReuse() {
    super.prepareForReuse()
    content = nil
  }
}
#endif
