/// Passes a nonescaping closure to a function that takes an escaping closure and calls it synchronously.
///
/// The function may keep its argument, but calling the argument later has no effect.
///
/// - Parameters:
///   - use: The function to call with the closure.
@MainActor package func lending(_ body: () -> Void, to use: (@escaping @MainActor () -> Void) -> Void) {
  withoutActuallyEscaping(body) { body in
    let lent = LentClosure(body)
    use { lent.body?() }
    lent.body = nil
  }
}

/// A box for a nonescaping closure, which ``lending(_:to:)`` empties before it returns.
@MainActor private final class LentClosure {
  var body: (() -> Void)?
  init(_ body: @escaping () -> Void) { self.body = body }
}
