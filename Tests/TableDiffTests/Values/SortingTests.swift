import LiveTables
import LiveTablesTesting
import TestSupport
import Testing

struct SortingTests {
  @Test("sorting by a number is stable, and handles negative numbers") func stable() {
    var random = SeededGenerator(8)
    for count in 0..<60 {
      let list = (0..<count).map { (number: Int.random(in: -5...5, using: &random), place: $0) }
      let sorted = list.sorted(on: { $0.number })
      #expect(sorted.map(\.place) == list.sorted { $0.number < $1.number }.map(\.place))
      #expect(list.map(\.number).ascending() == list.map(\.number).sorted())
    }
  }

  @Test("sorting paths by their numbers agrees with their own order") func paths() {
    let ends = [Int.min, Int(Int32.min), -1, 0, 1, 70_000, Int(Int32.max), .max]
    let paths = ends.flatMap { section in ends.map { RowPath(section: section, row: $0) } }
    for one in paths { for two in paths { #expect((one < two) == (one.number < two.number), "\(one) \(two)") } }
    #expect(paths.reversed().ascending() == paths.sorted())
  }
}
