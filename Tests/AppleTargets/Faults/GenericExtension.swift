// expect: extensions of generic classes cannot contain '@objc' members
// in: LiveTablesUIKit
// for: ios
import UIKit

@MainActor class Planted<Row>: NSObject {}
extension Planted { @objc func reload() {} }
