// expect: tableView:didSelectRowAtIndexPat: is not in
import UIKit

@MainActor final class Planted: NSObject {
  @objc(tableView:didSelectRowAtIndexPat:) func tableView(_ view: UITableView, didSelectRowAt path: IndexPath) {}
}
