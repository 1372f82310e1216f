/// How many views are bound to a store, or about to be.
///
/// A view is bound on the main actor, at once; the store hears of it later. Whoever submits in between has to wait for
/// the view like everybody after it.
@MainActor final class StoreBindings {
  var count = 0

  nonisolated init() {}

  var isBound: Bool { count > 0 }
}
