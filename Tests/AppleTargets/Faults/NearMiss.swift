// expect: nearly matches optional requirement
// in: LiveTablesUIKit
// for: ios
import UIKit

@MainActor final class Planted: NSObject, UITableViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRow indexPath: IndexPath) {}
}
