#if canImport(UIKit)
import UIKit

/// What keeps a view true to whatever is bound to it, in the place of the caller's data source and delegate.
///
/// A view has at most one at a time, and keeps it.
@MainActor protocol ViewBinder: AnyObject {
  /// Another binder takes over: what is bound ends, and the view is as it was, but for data source and delegate.
  ///
  /// - Returns: What was there before this binder.
  func handOver() -> Predecessors
}

/// The caller's data source and delegates, which a binder replaces and puts back.
///
/// They are not kept alive.
struct Predecessors {
  weak var dataSource: AnyObject?
  weak var delegate: AnyObject?
  weak var prefetchDataSource: AnyObject?
}

/// A place in a view that a binder borrows: whatever is there while nothing is shown in it comes back afterwards.
@MainActor struct BorrowedPlace<View: AnyObject, Value: AnyObject> {
  private let place: ReferenceWritableKeyPath<View, Value?>
  private var original: Value?
  private var shown: Value?

  init(_ place: ReferenceWritableKeyPath<View, Value?>) { self.place = place }

  /// Shows something, or, with `nil`, what was there before.
  mutating func show(_ value: Value?, in view: View) {
    if value === shown { return }
    let current = view[keyPath: place]
    if shown == nil || current !== shown { original = current }
    view[keyPath: place] = value ?? original
    shown = value
    if value == nil { original = nil }
  }
}

/// Hands a closure that does not escape to somebody who might keep it, and makes sure that it is not called later.
///
/// What performs updates calls its closure at once; when it lets go of it is its own affair.
@MainActor func withLent(_ body: () -> Void, _ use: (@escaping () -> Void) -> Void) {
  withoutActuallyEscaping(body) { body in
    let lent = Lent(body)
    use { lent.body?() }
    lent.body = nil
  }
}

@MainActor private final class Lent {
  var body: (() -> Void)?
  init(_ body: @escaping () -> Void) { self.body = body }
}
#endif
