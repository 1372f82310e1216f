public import Foundation

@MainActor open class NSViewController: NSResponder {
  public init(nibName nibNameOrNil: NSNib.Name? = nil, bundle nibBundleOrNil: Bundle? = nil) { super.init() }

  public required init?(coder: NSCoder) { return nil }

  /// Swift creates an instance from a metatype only with a required initializer.
  public required convenience init(standIn: Void) { self.init(nibName: nil, bundle: nil) }

  private var loadedView: NSView?

  open var view: NSView {
    get {
      if loadedView == nil { loadView() }
      return loadedView ?? NSView()
    }
    set { loadedView = newValue }
  }

  open func loadView() { loadedView = NSView() }
}

@MainActor public protocol NSCollectionViewElement: NSObjectProtocol {
  func prepareForReuse()
}

@MainActor open class NSCollectionViewItem: NSViewController, NSCollectionViewElement {
  open var identifier: NSUserInterfaceItemIdentifier?
  open var representedObject: Any?
  open var isSelected = false
  open private(set) weak var collectionView: NSCollectionView?
  open func prepareForReuse() {}
  func standInSet(_ collectionView: NSCollectionView?) { self.collectionView = collectionView }
}

@MainActor open class NSCollectionViewLayout: NSObject {
  weak var standInView: NSCollectionView?

  nonisolated public override init() { super.init() }

  /// Discards the sizes of items, which are requested again at the next layout.
  open func invalidateLayout() { standInView?.standInForgetSizes() }
}

@MainActor open class NSCollectionViewFlowLayout: NSCollectionViewLayout {
  open var itemSize = NSSize(width: 50, height: 50)
  open var headerReferenceSize = NSSize.zero
  open var footerReferenceSize = NSSize.zero
}
