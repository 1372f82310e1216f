#if canImport(AppKit) && !canImport(ObjectiveC)
public import AppKit
public import LiveTablesCells

// The test doubles of AppKit on platforms without Objective-C store a view's binder.
extension NSView: BinderStorage {}
#endif
