#if canImport(ObjectiveC)
import ObjectiveC

/// The address that is the key of the associated object for a view's binder.
///
/// Taking the address of a variable would be an exclusive access until the earlier binder is released, and its release
/// may bind another view.
@MainActor private let binderKey = UnsafeRawPointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
#else
/// A view that stores its binder in a property, for platforms without associated objects.
///
/// On these platforms, attaching a binder to a view that does not conform to this protocol stops the program.
@MainActor public protocol BinderStorage: AnyObject {
  /// The binder that is attached to the view.
  ///
  /// Only the binder sets this property.
  var storedBinder: AnyObject? { get set }
}
#endif

/// Returns the binder that is attached to a view.
///
/// - Parameter view: The view.
@MainActor package func attachedBinder(of view: AnyObject) -> AnyObject? {
  #if canImport(ObjectiveC)
  objc_getAssociatedObject(view, binderKey) as AnyObject?
  #else
  (view as? any BinderStorage)?.storedBinder
  #endif
}

@MainActor func setAttachedBinder(_ binder: AnyObject?, of view: AnyObject) {
  #if canImport(ObjectiveC)
  objc_setAssociatedObject(view, binderKey, binder, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
  #else
  guard let storage = view as? any BinderStorage else {
    fatalError("\(type(of: view)) must conform to BinderStorage on platforms without associated objects")
  }
  storage.storedBinder = binder
  #endif
}
