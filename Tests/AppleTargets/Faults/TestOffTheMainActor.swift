// expect: risks causing data races
// in: LiveTablesUIKitTests
// for: ios
import UIKit

private final class Notes { var count = 0 }
@MainActor private func planted() {
  let notes = Notes()
  Task.detached { notes.count += 1 }
  notes.count += 1
}
