import Foundation
import LiveTablesGTK

struct Line: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var content = 0

  var text: String { "\(id) \(content)" }

  /// Returns the identity of the line with a text.
  static func id(in text: UnsafePointer<CChar>) -> Int { Int(strtol(text, nil, 10)) }
}

/// The same random changes for each list: five rows change, five move, five are deleted and five inserted, more than
/// half of them near the top, which is on screen.
struct Changes {
  private var state: UInt64 = 1
  private var fresh: Int
  /// The rows that the newest change has given another content.
  private(set) var changed: Set<Int> = []

  init(_ count: Int) { fresh = count }

  mutating func change(_ table: inout TableSnapshot<OneSection, Line>) {
    changed = []
    for number in 0..<5 {
      // The first row stays, because GTK scrolls with it. A row that moves by more than 10,000 rows gets another widget.
      let (first, last) = number < 3 ? (1, 150) : (table.count / 2, table.count / 2 + 9_000)
      let range = min(first, table.count - 1)..<min(last, table.count - 1)
      let path = RowPath(section: 0, row: random(in: range))
      if let row = table[path] {
        table.replace(.path(path), with: Line(id: row.id, content: row.content + 1))
        changed.insert(row.id)
      }
      table.move(from: random(in: range), to: random(in: range))
      table.remove(at: random(in: range))
      fresh += 1
      table.insert(Line(id: fresh), at: random(in: range))
    }
  }

  /// A number from SplitMix64.
  private mutating func random(in range: Range<Int>) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return range.lowerBound + Int((mixed ^ (mixed >> 31)) % UInt64(range.count))
  }
}
