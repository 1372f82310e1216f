#if canImport(AppKit) && !canImport(ObjectiveC)
public import AppKit
@_spi(Adapters) public import LiveTablesCells

// The test doubles of AppKit on platforms without Objective-C store a view's binder, and forward delegate methods to the
// target that a delegate names.

extension NSView: BinderStorage {}

extension TableViewBinder {
  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any NSTableViewDelegate)? { earlier }
}

extension OutlineViewBinder {
  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingOutlineTarget: (any NSOutlineViewDelegate)? { nil }
}

extension CollectionViewBinder {
  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingCollectionTarget: (any NSCollectionViewDelegate)? { earlier }
}
#endif
