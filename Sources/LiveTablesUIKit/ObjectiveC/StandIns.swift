#if canImport(UIKit) && !canImport(ObjectiveC)
@_spi(Adapters) public import LiveTablesCells
public import UIKit

// The test doubles of UIKit on platforms without Objective-C store a view's binder, and forward delegate methods to the
// target that a delegate names.

extension UIView: BinderStorage {}

extension TableViewBinder {
  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any UITableViewDelegate)? { earlier }
}

extension CollectionViewBinder {
  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any UICollectionViewDelegate)? {
    earlierDelegate as? any UICollectionViewDelegate
  }
}

extension PickerViewBinder {
  /// The replacement for `forwardingTarget(for:)`.
  @_spi(Adapters) public var standInForwardingTarget: (any UIPickerViewDelegate)? {
    earlierDelegate as? any UIPickerViewDelegate
  }

  /// Whether the picker view shows views.
  @_spi(Adapters) public var standInMakesViews: Bool { look.makesViews }
}
#endif
