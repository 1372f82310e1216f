// expect: call to main actor-isolated instance method 'reloadData()' in a synchronous nonisolated context
// in: LiveTablesUIKit
// for: ios
import UIKit

func planted(_ view: UITableView) { view.reloadData() }
