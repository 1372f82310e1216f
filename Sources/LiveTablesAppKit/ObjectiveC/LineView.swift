#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

#if canImport(ObjectiveC)
/// A table view or an outline view. (`NSOutlineView` is a subclass of `NSTableView`.)
typealias LineView = NSTableView
#else
typealias LineView = StandInTable
#endif

extension NSTableView {
  /// Whether this view is an outline view, which calls other methods of its data source.
  var isOutlineView: Bool {
    #if canImport(ObjectiveC)
    self is NSOutlineView
    #else
    false
    #endif
  }
}

extension NSView {
  /// Creates a view of a type that is known only at run time.
  static func make(_ type: any AnyObject.Type) -> NSView? {
    #if canImport(ObjectiveC)
    (type as? NSView.Type)?.init(frame: .zero)
    #else
    (type as? NSView.Type)?.init(standInFrame: .zero)
    #endif
  }
}
#endif
