#if canImport(AppKit) && !targetEnvironment(macCatalyst)
public import AppKit
public import Foundation
#if canImport(ObjectiveC)
import ObjectiveC
#endif

// This folder is everything that needs the Objective-C runtime, and nothing else: what is in the first branch of each `#if`
// is not compiled where AppKit is a module that stands in for it.

/// Stands in the place of a view's delegate and data source, and passes on what it does not know to those that were there
/// before.
@MainActor open class DelegateProxy: NSObject {
  /// The view's delegate before this one; what it is told and asked besides is forwarded to it.
  public internal(set) weak var earlierDelegate: AnyObject?

  /// The view's data source before this one.
  public internal(set) weak var earlierDataSource: AnyObject?

  /// Whether the view is to ask for the height of every row, which costs time when there are many.
  var answersHeights = false

  nonisolated override init() { super.init() }

  #if canImport(ObjectiveC)
  /// An object on its way to the view that has asked, on the main actor too: nobody else gets it.
  private struct Answer: @unchecked Sendable {
    let object: AnyObject?
  }

  private func earlier(respondingTo selector: Selector) -> AnyObject? {
    [earlierDelegate, earlierDataSource].lazy.compactMap { $0 }.first { $0.responds(to: selector) }
  }

  /// Whether this object or one of those before it has a method.
  nonisolated open override func responds(to selector: Selector!) -> Bool {
    let isOwn = super.responds(to: selector)
    guard let selector, Self.isViewMessage(selector) else { return isOwn }
    let name = NSStringFromSelector(selector)
    return MainActor.assumeIsolated {  // views ask for their delegates' messages where they live
      let isHidden = !answersHeights && (name == "tableView:heightOfRow:" || name == "outlineView:heightOfRowByItem:")
      return (isOwn && !isHidden) || earlier(respondingTo: NSSelectorFromString(name)) != nil
    }
  }

  /// The object before this one that has a method which this one has not.
  nonisolated open override func forwardingTarget(for selector: Selector!) -> Any? {
    guard let selector, Self.isViewMessage(selector) else { return super.forwardingTarget(for: selector) }
    let name = NSStringFromSelector(selector)
    return MainActor.assumeIsolated { Answer(object: earlier(respondingTo: NSSelectorFromString(name))) }.object
  }

  /// Whether a message is one that views may send to delegates and data sources; nothing else is asked on the main actor
  /// for sure.
  nonisolated private static func isViewMessage(_ selector: Selector) -> Bool {
    if NSObject.instancesRespond(to: selector) { return false }
    return [
      "NSTableViewDelegate", "NSTableViewDataSource", "NSOutlineViewDelegate", "NSOutlineViewDataSource",
      "NSCollectionViewDelegateFlowLayout", "NSCollectionViewDelegate", "NSCollectionViewDataSource",
    ].contains { name in
      NSProtocolFromString(name).map { protocol_getMethodDescription($0, selector, false, true).name != nil } ?? false
    }
  }
  #endif
}

#if canImport(ObjectiveC)
/// A table view or an outline view, which is one.
typealias LineView = NSTableView

@MainActor private enum Key { static var binder: UInt8 = 0 }

extension NSView {
  /// What was bound to the view last, and lives as long as the view.
  var binder: AnyObject? {
    get { objc_getAssociatedObject(self, &Key.binder) as AnyObject? }
    set { objc_setAssociatedObject(self, &Key.binder, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC) }
  }
}
#else
/// A table view or an outline view.
typealias LineView = StandInTable

extension NSView {
  /// What was bound to the view last, and lives as long as the view.
  var binder: AnyObject? {
    get { standInAssociations["binder"] }
    set { standInAssociations["binder"] = newValue }
  }
}

extension DelegateProxy {
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingTarget: (any NSTableViewDelegate)? { earlierDelegate as? any NSTableViewDelegate }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingDataSource: (any NSTableViewDataSource)? {
    earlierDataSource as? any NSTableViewDataSource
  }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingCollectionTarget: (any NSCollectionViewDelegate)? {
    earlierDelegate as? any NSCollectionViewDelegate
  }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingOutlineTarget: (any NSOutlineViewDelegate)? {
    earlierDelegate as? any NSOutlineViewDelegate
  }
  /// Stands in for `forwardingTarget(for:)`.
  public var standInForwardingOutlineDataSource: (any NSOutlineViewDataSource)? {
    earlierDataSource as? any NSOutlineViewDataSource
  }
}
#endif

extension NSView {
  /// A view of a type that is known only now.
  static func make(_ type: any AnyObject.Type) -> NSView? {
    #if canImport(ObjectiveC)
    (type as? NSView.Type)?.init(frame: .zero)
    #else
    (type as? NSView.Type)?.init(standInFrame: .zero)
    #endif
  }
}
#endif
