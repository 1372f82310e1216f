internal import Foundation

/// A value that any thread may read and change, one at a time.
///
/// The lock protects the value, and no other method than ``with(_:)`` touches it.
package final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Reads or changes the value.
  ///
  /// - Parameter body: Runs at once, under the lock: it calls no code of the caller's.
  package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }
}
