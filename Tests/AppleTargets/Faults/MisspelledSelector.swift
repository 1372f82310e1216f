// expect: tableView:didSelectRowAtIndexPat: is not in
// in: LiveTablesUIKit
// for: ios
import UIKit

@MainActor final class Planted: NSObject {
  @objc(tableView:didSelectRowAtIndexPat:) func tableView(_ view: UITableView, didSelectRowAt path: IndexPath) {}
}
