public import Foundation

@MainActor open class NSResponder: NSObject {
  open var menu: NSMenu?
  open var undoManager: UndoManager? { nil }
  nonisolated public override init() { super.init() }
}

public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public init(_ rawValue: String) { self.rawValue = rawValue }
}

@MainActor open class NSView: NSResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let width = AutoresizingMask(rawValue: 2)
    public static let height = AutoresizingMask(rawValue: 16)
  }

  public init(frame frameRect: NSRect = .zero) {
    frame = frameRect
    super.init()
  }

  public required init?(coder: NSCoder) { return nil }

  /// Swift creates an instance from a metatype only with a required initializer.
  public required convenience init(standInFrame frame: NSRect) { self.init(frame: frame) }

  open var identifier: NSUserInterfaceItemIdentifier?
  open var isHidden = false
  open var isFlipped: Bool { false }

  // MARK: - Geometry

  open var frame: NSRect {
    didSet {
      if frame.size == oldValue.size { return }
      needsLayout = true
      resizeSubviews(withOldSize: oldValue.size)
    }
  }

  open var autoresizingMask: AutoresizingMask = []
  open var autoresizesSubviews = true
  open var translatesAutoresizingMaskIntoConstraints = true

  open func resizeSubviews(withOldSize oldSize: NSSize) {
    if autoresizesSubviews { for view in subviews { view.resize(withOldSuperviewSize: oldSize) } }
  }

  /// Resizes the view with its superview; only the size is flexible, the margins are fixed.
  open func resize(withOldSuperviewSize oldSize: NSSize) {
    guard let superview else { return }
    var size = frame.size
    if autoresizingMask.contains(.width) { size.width += superview.frame.width - oldSize.width }
    if autoresizingMask.contains(.height) { size.height += superview.frame.height - oldSize.height }
    frame.size = size
  }

  open var bounds: NSRect {
    get { NSRect(origin: boundsOrigin, size: frame.size) }
    set { boundsOrigin = newValue.origin }
  }
  private var boundsOrigin = NSPoint.zero

  open func setFrameSize(_ newSize: NSSize) { frame.size = newSize }
  open func setBoundsOrigin(_ newOrigin: NSPoint) { boundsOrigin = newOrigin }

  /// The part of the view that its clip view shows.
  open var visibleRect: NSRect {
    if window == nil { return .zero }
    if let clip = superview as? NSClipView { return clip.bounds.intersection(bounds) }
    return bounds
  }

  open var enclosingScrollView: NSScrollView? {
    var view = superview
    while let next = view {
      if let scrollView = next as? NSScrollView { return scrollView }
      view = next.superview
    }
    return nil
  }

  /// Converts a point from another view, or from the window if `view` is `nil`; windows are flipped here.
  open func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
    let (origin, other) = (standInOrigin, view?.standInOrigin ?? .zero)
    return NSPoint(x: point.x + other.x - origin.x, y: point.y + other.y - origin.y)
  }

  /// Returns the center of a part of the view, in screen coordinates.
  func standInScreenPoint(_ part: NSRect) -> NSPoint {
    NSPoint(x: standInOrigin.x + part.midX, y: standInOrigin.y + part.midY)
  }

  /// The position of the view's origin in its window.
  var standInOrigin: NSPoint {
    let outer = superview?.standInOrigin ?? .zero
    return NSPoint(x: outer.x + frame.minX - bounds.minX, y: outer.y + frame.minY - bounds.minY)
  }

  /// Returns the view itself instead of a proxy, and marks the next change as animated.
  open func animator() -> Self {
    standInAnimates = true
    return self
  }
  /// Whether the next change is made through ``animator()``.
  var standInAnimates = false

  /// Scrolls so that a point of the view is at the origin of the clip view.
  open func scroll(_ point: NSPoint) { (superview as? NSClipView)?.scroll(to: point) }

  // MARK: - Drawing

  /// Draws nothing.
  open func draw(_ dirtyRect: NSRect) {}

  // MARK: - Hierarchy

  open private(set) weak var superview: NSView?
  open private(set) var subviews: [NSView] = []
  open var window: NSWindow? { standInWindow ?? superview?.window }
  open override var undoManager: UndoManager? { window?.undoManager }
  weak var standInWindow: NSWindow?

  open func addSubview(_ view: NSView) {
    if view.superview === self { return }
    add(view, at: subviews.count)
  }

  open func addSubview(
    _ view: NSView, positioned place: NSWindow.OrderingMode, relativeTo otherView: NSView?
  ) {
    view.removeFromSuperview()
    let other = subviews.firstIndex { $0 === otherView }
    add(view, at: place == .below ? other ?? 0 : other.map { $0 + 1 } ?? subviews.count)
  }

  private func add(_ view: NSView, at index: Int) {
    view.removeFromSuperview()
    subviews.insert(view, at: min(index, subviews.count))
    view.superview = self
    view.standInMoved(hadWindow: false)
  }

  open func removeFromSuperview() {
    guard let superview else { return }
    let hadWindow = window != nil
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    standInMoved(hadWindow: hadWindow)
  }

  open func viewDidMoveToWindow() {}

  func standInMoved(hadWindow: Bool) {
    if hadWindow != (window != nil) {
      viewDidMoveToWindow()
      for view in subviews { view.standInMoved(hadWindow: hadWindow) }
    }
    needsLayout = true
  }

  // MARK: - Layout

  open var needsLayout = true

  open func layout() { needsLayout = false }

  open func layoutSubtreeIfNeeded() {
    if window == nil { return }
    if needsLayout { layout() }
    for view in subviews { view.layoutSubtreeIfNeeded() }
  }

  open func prepareForReuse() {}

  // MARK: - Dragging

  open private(set) var registeredDraggedTypes: [NSPasteboard.PasteboardType] = []

  open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) {
    for type in newTypes where !registeredDraggedTypes.contains(type) { registeredDraggedTypes.append(type) }
  }

  open func unregisterDraggedTypes() { registeredDraggedTypes = [] }

  /// The binder that is attached to the view; an associated object if Objective-C is available.
  public var storedBinder: AnyObject?
}

@MainActor open class NSControl: NSView {}

@MainActor open class NSTextField: NSControl {
  open var stringValue = ""
}

@MainActor open class NSImageView: NSControl {}

@MainActor open class NSWindow: NSResponder {
  public enum OrderingMode: Int, Sendable {
    case above = 1
    case below = -1
    case out = 0
  }

  /// The size of the content, which is zero until it is set.
  private var contentSize = NSSize.zero

  /// Resizes the window and its content view, up to the maximum size of a window.
  open func setContentSize(_ size: NSSize) {
    contentSize = NSSize(width: min(size.width, 10_000), height: min(size.height, 10_000))
    contentView?.frame.size = contentSize
  }

  /// The view in the window, which is resized to the content size.
  open var contentView: NSView? {
    didSet {
      contentView?.frame.size = contentSize
      if oldValue === contentView { return }
      oldValue?.standInWindow = nil
      oldValue?.standInMoved(hadWindow: true)
      contentView?.standInWindow = self
      contentView?.standInMoved(hadWindow: false)
    }
  }

  private let standInUndoManager = UndoManager()
  open override var undoManager: UndoManager? { standInUndoManager }

  open func layoutIfNeeded() { contentView?.layoutSubtreeIfNeeded() }

  /// Returns `point`, because the window and the screen have the same origin.
  open func convertPoint(fromScreen point: NSPoint) -> NSPoint { point }
}
