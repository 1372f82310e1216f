#if canImport(UIKit)
import Foundation
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

@Suite("Paths") struct PathTests {
  @Test("A path and its index path") func pathAndIndexPath() {
    #expect(RowPath(IndexPath(item: 3, section: 2)) == RowPath(section: 2, row: 3))
    #expect(IndexPath(RowPath(section: 2, row: 3)) == IndexPath(item: 3, section: 2))
    #expect(RowPath(IndexPath(indexes: [1])) == nil)
  }
}
#endif
