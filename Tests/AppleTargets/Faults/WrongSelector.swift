// expect: has no member 'reloadEverything'
// in: LiveTablesUIKit
// for: ios
import UIKit

@MainActor let planted = #selector(UITableView.reloadEverything)
