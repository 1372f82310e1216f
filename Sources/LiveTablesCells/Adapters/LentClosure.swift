/// Passes a closure that does not escape to a function that takes an escaping one and calls it at once.
///
/// The function may keep its argument: it does nothing after this has returned.
///
/// - Parameters:
///   - body: The closure.
///   - use: Calls its argument.
@MainActor package func lending(_ body: () -> Void, to use: (@escaping @MainActor () -> Void) -> Void) {
  withoutActuallyEscaping(body) { body in
    let lent = LentClosure(body)
    use { lent.body?() }
    lent.body = nil
  }
}

@MainActor private final class LentClosure {
  var body: (() -> Void)?
  init(_ body: @escaping () -> Void) { self.body = body }
}
