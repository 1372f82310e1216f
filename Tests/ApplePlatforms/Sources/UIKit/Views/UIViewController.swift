@MainActor open class UIViewController: UIResponder {
  private var standInView: UIView?
  open internal(set) weak var parent: UIViewController?
  open internal(set) var children: [UIViewController] = []
  open var title: String?
  open var additionalSafeAreaInsets = UIEdgeInsets.zero { didSet { viewIfLoaded?.standInSafeAreaChanged() } }
  open var edgesForExtendedLayout = UIRectEdge.all
  open private(set) var isEditing = false
  open var contentUnavailableConfiguration: (any UIContentConfiguration)?

  public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { super.init() }
  public required init?(coder: NSCoder) { super.init() }

  /// In UIKit, this is `NSObject.init()`, which calls `init(nibName:bundle:)`.
  @_nonoverride public convenience init() { self.init(nibName: nil, bundle: nil) }

  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return standInView
    }
    set {
      standInView?.standInOwningController = nil
      standInView = newValue
      newValue?.standInOwningController = self
    }
  }

  open var viewIfLoaded: UIView? { standInView }
  open var isViewLoaded: Bool { standInView != nil }
  open override var next: UIResponder? { standInView?.superview ?? parent }

  open func loadView() { view = UIView(frame: CGRect(x: 0, y: 0, width: 320, height: 480)) }

  open func loadViewIfNeeded() {
    guard standInView == nil else { return }
    loadView()
    viewDidLoad()
  }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}
  open func viewWillLayoutSubviews() {}
  open func viewDidLayoutSubviews() {}
  open func willMove(toParent parent: UIViewController?) {}
  open func didMove(toParent parent: UIViewController?) {}
  open func setEditing(_ editing: Bool, animated: Bool) { isEditing = editing }
  open func setContentScrollView(_ scrollView: UIScrollView?, for edge: NSDirectionalRectEdge) {}

  open func addChild(_ childController: UIViewController) {
    childController.removeFromParent()
    childController.willMove(toParent: self)
    children.append(childController)
    childController.parent = self
  }

  open func removeFromParent() {
    guard let parent else { return }
    parent.children.removeAll { $0 === self }
    self.parent = nil
    didMove(toParent: nil)
  }
}

public struct NSDirectionalRectEdge: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let top = NSDirectionalRectEdge(rawValue: 1)
  public static let leading = NSDirectionalRectEdge(rawValue: 2)
  public static let bottom = NSDirectionalRectEdge(rawValue: 4)
  public static let trailing = NSDirectionalRectEdge(rawValue: 8)
  public static let all: NSDirectionalRectEdge = [.top, .leading, .bottom, .trailing]
}

@MainActor open class UITableViewController: UIViewController {
  private let style: UITableView.Style
  open var clearsSelectionOnViewWillAppear = true

  public init(style: UITableView.Style) {
    self.style = style
    super.init(nibName: nil, bundle: nil)
  }

  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    style = .plain
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  open var tableView: UITableView! {
    get { view as? UITableView }
    set { view = newValue }
  }

  open override func loadView() {
    view = UITableView(frame: CGRect(x: 0, y: 0, width: 320, height: 480), style: style)
  }
}
