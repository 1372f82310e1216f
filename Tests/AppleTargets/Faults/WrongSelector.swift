// expect: has no member 'reloadEverything'
import UIKit

@MainActor let planted = #selector(UITableView.reloadEverything)
