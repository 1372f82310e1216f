internal import Foundation

/// A value that only one thread can access at a time, because a lock protects it.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// - Parameter body: A closure that is called immediately while the lock is held. It must not call the user's code.
  package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
