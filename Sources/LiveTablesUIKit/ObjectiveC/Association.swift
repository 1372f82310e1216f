#if canImport(UIKit)
import UIKit

#if canImport(ObjectiveC)
import ObjectiveC

/// Where a view keeps its binder: the address counts, not what is there.
@MainActor private var key: UInt8 = 0
#endif

extension UIView {
  /// What keeps this view true to whatever is bound to it; it goes when the view goes.
  var binder: (any ViewBinder)? {
    get {
      #if canImport(ObjectiveC)
      objc_getAssociatedObject(self, &key) as? any ViewBinder
      #else
      standInAssociations["LiveTables"] as? any ViewBinder
      #endif
    }
    set {
      #if canImport(ObjectiveC)
      objc_setAssociatedObject(self, &key, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      #else
      standInAssociations["LiveTables"] = newValue
      #endif
    }
  }
}
#endif
