@_exported public import Foundation

extension IndexPath {
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
  public var section: Int { self[0] }
  public var item: Int { self[1] }
}

extension NSIndexPath {
  public convenience init(forItem item: Int, inSection section: Int) {
    self.init(indexes: [section, item], length: 2)
  }
  public var section: Int { index(atPosition: 0) }
  public var item: Int { index(atPosition: 1) }
}

// The names that `StandInBatch` uses, which is shared with UIKit.
extension IndexPath {
  init(row: Int, section: Int) { self.init(item: row, section: section) }
  var row: Int { item }
}
