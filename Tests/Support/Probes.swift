import Foundation
import LiveTables

/// A value that multiple threads can read and change.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value  // only ever touched under the lock

  package init(_ value: Value) { self.value = value }

  @discardableResult package func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try lock.withLock { try body(&value) }
  }

  package var now: Value { with { $0 } }
}

/// A row that reports its comparisons, so that tests can observe and block a diff in progress.
package struct Watched: Diffable, Identifiable, Equatable, Sendable {
  /// Counts the comparisons of the rows that share this object, and performs an action at each.
  package final class Watch: Sendable {
    package let comparisons = Guarded(0)
    package let act = Guarded<(@Sendable (Int) -> Void)?>(nil)

    package init() {}

    package func compared() {
      let count = comparisons.with {
        $0 += 1
        return $0
      }
      act.now?(count)
    }
  }

  package let id: Int
  package var text = ""
  package let watch: Watch

  package init(id: Int, text: String = "", watch: Watch) {
    self.id = id
    self.text = text
    self.watch = watch
  }

  package static func == (one: Watched, two: Watched) -> Bool { one.id == two.id && one.text == two.text }

  package func hasSameContent(as other: Watched) -> Bool {
    watch.compared()
    return self == other
  }
}

extension Watched.Watch {
  /// Blocks the next diff of the rows that share this object, at its first comparison.
  package func holdNext() -> (begun: Gate, barrier: Barrier) {
    let begun = Gate()
    let barrier = Barrier()
    act.with {
      $0 = { [self] _ in
        act.with { $0 = nil }
        begun.open()
        barrier.hold()
      }
    }
    return (begun, barrier)
  }
}

/// A row whose living instances are counted.
package final class Counted: Diffable, Identifiable, Equatable, Sendable {
  package let id: Int
  private let living: Guarded<(now: Int, most: Int)>

  package init(_ id: Int, _ living: Guarded<(now: Int, most: Int)>) {
    self.id = id
    self.living = living
    living.with {
      $0.now += 1
      $0.most = max($0.most, $0.now)
    }
  }

  deinit { living.with { $0.now -= 1 } }

  package static func == (one: Counted, two: Counted) -> Bool { one.id == two.id }
}

package struct Broken: Error, Equatable {
  package var number: Int

  package init(number: Int = 0) { self.number = number }
}
