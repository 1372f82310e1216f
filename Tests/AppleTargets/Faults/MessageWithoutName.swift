// expect: is not exposed to Objective-C
// in: LiveTablesUIKit
// for: ios
import LiveTables
import UIKit

final class Planted: TableViewBinder<OneSection, Int> {
  func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 1 }
}
@MainActor let planted = #selector(Planted.tableView(_:indentationLevelForRowAt:))
