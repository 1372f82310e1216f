import Foundation
import LiveTables
import LiveTablesTesting
import UIKit

/// A view in a window, bound by its adapter, and a finger that does whatever a seed says.
@MainActor protocol RandomScreen: AnyObject {
  init()

  /// The view's link.
  var link: TableLink<SampleSection, SampleRow> { get }
  /// The view itself.
  var scrollView: UIScrollView { get }
  /// Binds a stream, in the place of whatever is bound.
  func bind(
    _ tables: AsyncStream<SampleTable>, initial: SampleTable?, options: BindingOptions
  ) -> TableBinding<SampleSection, SampleRow>

  /// What the view says of its counts.
  var counts: [Int] { get }
  /// The texts of the cells on the screen.
  var texts: [IndexPath: String] { get }
  /// The texts of the headers on the screen.
  var headers: [Int: String] { get }
  /// The rows that the view says are selected.
  var selected: [RowPath] { get }
  /// Whether the view lets no more than one row look selected at this moment, whatever is selected.
  var showsOneSelected: Bool { get }
  /// What is wrong with the view's own bookkeeping.
  var mismatch: String? { get }

  /// One thing that a finger does, or that the program does to the view.
  func act(_ dice: inout Dice)
  /// A finger that holds something lets go.
  func letGo()
}

/// Random numbers of a test.
struct Dice {
  private var generator: SeededGenerator
  private var rolls: [Int] = []

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func roll(_ range: ClosedRange<Int>) -> Int {
    rolls.append(Int.random(in: range, using: &generator))
    return rolls[rolls.count - 1]
  }

  /// What was rolled since the last time, under a name.
  mutating func took(_ name: String) -> String {
    defer { rolls = [] }
    return "\(name) \(rolls.suffix(5))"
  }
  mutating func chance(_ one: Int, in many: Int) -> Bool { roll(1...many) <= one }
  mutating func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &generator) }

  /// A row of a table.
  mutating func path(in table: SampleTable) -> RowPath? {
    table.isEmpty ? nil : table.path(at: roll(0...table.count - 1))
  }

  /// A place where a row of a table could go: its path afterwards.
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

  /// Rules for what may be edited: anything, nothing, and much in between.
  private static var editors: [Editor] {
    let all: Editor = .deleting() + .moving(to: .anywhere)
    let half: Editor = .deleting { $0.row.id % 2 == 0 } + .moving(to: .sameSection)
    let first: Editor = .moving(to: .corrected { RowPath(section: $0.target.section, row: 0) })
    let refusing = all.accepting { $0.row.id % 3 != 0 }
    return [Editor(), all, half, first + .deleting(), refusing]
  }

  private static var rules: [(@MainActor (SampleRow, RowPath) -> Bool)?] { [nil, { row, _ in row.id % 4 != 0 }] }

  /// Something that the program does to the selection or the rules.
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
