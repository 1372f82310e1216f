#if canImport(UIKit)
@_spi(Adapters) import LiveTablesCells
import UIKit

/// What is shown in the place of a cell that cannot be.
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

/// Such a view, which its collection view keeps.
struct WeakBoundaryView {
  weak var view: BoundaryView?
}

/// A supplementary view that shows a view of the caller's, or nothing.
final class BoundaryView: UICollectionReusableView {
  static let name = "LiveTables.boundary"

  /// What it shows.
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
