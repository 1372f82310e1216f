import Foundation
import Testing
import UIKit

@Suite("Index paths") struct IndexPathTests {
  @Test("An index path consists of a section and an item") func sectionAndItem() {
    #expect(IndexPath(item: 3, section: 2) == IndexPath(indexes: [2, 3]))
    #expect(IndexPath(item: 3, section: 2).section == 2)
    #expect(IndexPath(item: 3, section: 2).item == 3)
  }
}
