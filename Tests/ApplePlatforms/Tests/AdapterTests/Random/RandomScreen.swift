import Foundation
import LiveTables
import LiveTablesTesting
import UIKit

/// A bound view in a window, with a simulated user whose actions depend on a seed.
@MainActor protocol RandomScreen: AnyObject {
  init()

  var link: TableLink<SampleSection, SampleRow> { get }
  var scrollView: UIScrollView { get }
  /// Binds a stream, which replaces the current binding.
  func bind(
    _ tables: AsyncStream<SampleTable>, initial: SampleTable?, options: BindingOptions
  ) -> TableBinding<SampleSection, SampleRow>

  /// The number of rows in each section of the view.
  var counts: [Int] { get }
  /// The texts of the cells on screen.
  var texts: [IndexPath: String] { get }
  /// The texts of the headers on screen.
  var headers: [Int: String] { get }
  /// The rows that are selected in the view.
  var selected: [RowPath] { get }
  /// Whether the view currently shows at most one row as selected, even if more rows are selected.
  var showsOneSelected: Bool { get }
  /// A description of an inconsistent state of the view, or `nil` if there is none.
  var mismatch: String? { get }

  /// Performs a random action of the user, or a random change of the view by code.
  func act(_ dice: inout Dice)
  /// Ends the current drag, if any.
  func letGo()
}

/// A generator of random numbers that records its results.
struct Dice {
  private var generator: SeededGenerator
  private var rolls: [Int] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    rolls.append(Int.random(in: range, using: &generator))
    return rolls[rolls.count - 1]
  }

  /// Returns a name with the numbers that were generated since the last call.
  mutating func took(_ name: String) -> String {
    defer { rolls = [] }
    return "\(name) \(rolls.suffix(5))"
  }
  mutating func chance(_ one: Int, in many: Int) -> Bool { roll(1...many) <= one }
  mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &generator) }

  /// Returns the path of a random row.
  mutating func path(in table: SampleTable) -> RowPath? {
    table.isEmpty ? nil : table.path(at: roll(0...table.count - 1))
  }

  /// Returns a random target for moving a row, as its path after the move.
  mutating func place(in table: SampleTable, for source: RowPath) -> RowPath {
    let section = roll(0...max(0, table.sections.count - 1))
    guard table.sections.indices.contains(section) else { return source }
    let count = table.sections[section].rows.count
    return RowPath(section: section, row: roll(0...max(0, section == source.section ? count - 1 : count)))
  }
}

extension IndexPath {
  init(row path: RowPath) { self.init(item: path.row, section: path.section) }
}

extension TableLink<SampleSection, SampleRow> {
  typealias Editor = EditRules<SampleSection, SampleRow>

  /// Edit rules that allow nothing, everything, or some edits.
  private static var editors: [Editor] {
    let all: Editor = .deleting() + .moving(to: .anywhere)
    let half: Editor = .deleting { $0.row.id % 2 == 0 } + .moving(to: .sameSection)
    let first: Editor = .moving(to: .corrected { RowPath(section: $0.target.section, row: 0) })
    let refusing = all.accepting { $0.row.id % 3 != 0 }
    return [Editor(), all, half, first + .deleting(), refusing]
  }

  private static var rules: [(@MainActor (SampleRow, RowPath) -> Bool)?] { [nil, { row, _ in row.id % 4 != 0 }] }

  /// Performs a random change of the selection, the edit rules or a row.
  func act(_ dice: inout Dice) {
    switch dice.roll(0...7) {
    case 0: selection.mode = dice.pick([SelectionMode.none, .one, .oneToggling, .many]) ?? .one
    case 1: if let path = dice.path(in: table) { selection.select(paths: [path]) }
    case 2: selection.select(ids: table.filter { $0.id % 3 == 0 }.map(\.id), scrolls: dice.chance(1, in: 2))
    case 3: selection.select(ids: [])
    case 4: selection.maySelect = Self.rules[dice.roll(0...1)]
    case 5:
      editing.rules = dice.pick(Self.editors) ?? Editor()
    case 6: if let path = dice.path(in: table) { editing.delete(at: path) }
    default:
      if let path = dice.path(in: table) { editing.update(SampleRow(table[path]?.id ?? 0, content: 9), at: path) }
    }
  }
}
