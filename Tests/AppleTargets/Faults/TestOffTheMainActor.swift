// expect: sending 'view' risks causing data races
// in: LiveTablesUIKitTests
// for: ios
import UIKit

@concurrent private func other(_ notes: Notes) async { notes.count += 1 }
private final class Notes { var count = 0 }
@MainActor func planted() async {
  let view = Notes()
  await other(view)
  view.count += 1
}
