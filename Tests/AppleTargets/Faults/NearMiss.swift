// expect: nearly matches optional requirement
import UIKit

@MainActor final class Planted: NSObject, UITableViewDelegate {
  func tableView(_ tableView: UITableView, didSelectRow indexPath: IndexPath) {}
}
