// expect: 'UINib' was deprecated in visionOS 1.0
// in: LiveTablesUIKit
// for: visionos
import UIKit
extension UITableView { func plantedFault(_ nib: UINib) { register(nib, forCellReuseIdentifier: "") } }
