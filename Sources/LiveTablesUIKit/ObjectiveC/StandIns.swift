#if canImport(UIKit) && !canImport(ObjectiveC)
public import LiveTablesCells
public import UIKit

// The test doubles of UIKit on platforms without Objective-C store a view's binder.
extension UIView: BinderStorage {}
#endif
