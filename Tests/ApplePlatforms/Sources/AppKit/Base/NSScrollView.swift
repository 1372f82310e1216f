public import Foundation

@MainActor open class NSClipView: NSView {
  open var documentView: NSView? {
    didSet {
      if oldValue === documentView { return }
      oldValue?.removeFromSuperview()
      if let documentView { addSubview(documentView) }
    }
  }

  /// The margins that other views cover, for example the column headers.
  open var contentInsets = NSEdgeInsets(top: 0, left: 0, bottom: 0, right: 0)

  open func scroll(to newOrigin: NSPoint) {
    let room = max(0, (documentView?.frame.height ?? 0) - frame.height)
    let origin = NSPoint(x: newOrigin.x, y: max(-contentInsets.top, min(newOrigin.y, room)))
    if origin != bounds.origin { setBoundsOrigin(origin) }
  }

  /// Whether each scroll was animated, explicitly or implicitly, in order.
  public private(set) var standInScrolls: [Bool] = []

  open override func setBoundsOrigin(_ newOrigin: NSPoint) {
    super.setBoundsOrigin(newOrigin)
    standInScrolls.append(standInAnimates || NSAnimationContext.current.allowsImplicitAnimation)
    standInAnimates = false
    documentView?.needsLayout = true
  }
}

@MainActor open class NSScrollView: NSView {
  open private(set) var contentView = NSClipView()
  open var hasVerticalScroller = false

  open var documentView: NSView? {
    get { contentView.documentView }
    set {
      contentView.frame = NSRect(origin: .zero, size: frame.size)
      if contentView.superview == nil { addSubview(contentView) }
      contentView.documentView = newValue
    }
  }

  open func reflectScrolledClipView(_ cView: NSClipView) {}

  open override func layout() {
    contentView.frame = NSRect(origin: .zero, size: frame.size)
    documentView?.needsLayout = true
    super.layout()
  }
}
