@_spi(Adapters) import LiveTablesTesting
import LiveTables
import LiveTablesOperators

/// A script that a seed repeats: random steps on a random table, some of which take back what others did.
///
/// Every row and section that appears has an identity of its own, so that what survives is known by identity.
struct RandomScript {
  let source: SampleTable
  private(set) var target: SampleTable
  private(set) var steps: [SequentialStep] = []

  private var random: SeededGenerator
  private var sections: [(value: SampleSection, rows: [SampleRow])]
  private var fresh = 1_000_000
  /// Whom the steps that need a place in the target are about.
  private var rows: [Int: Int] = [:]
  private var named: [Int: Int] = [:]

  /// - Parameters:
  ///   - length: How many steps.
  ///   - garbage: How many steps are drawn without looking whether they are in range.
  init(seed: UInt64, _ kind: RandomTables.Kind = RandomTables.Kind(), length: Int, garbage: Int = 0) {
    var tables = RandomTables(seed: seed, kind)
    source = tables.next()
    target = source
    sections = plain(source)
    random = SeededGenerator(seed: seed &+ 77)
    for _ in 0..<length { step() }
    target = TableSnapshot(sections: sections.map { TableSection($0.value, rows: $0.rows) })
    aim()
    for _ in 0..<garbage { spoil() }
  }

  private mutating func roll(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func anySection() -> Int { roll(0...sections.count - 1) }

  /// A section that was there at first: new ones come with their rows.
  private mutating func anyOldSection() -> Int? {
    sections.indices.filter { sections[$0].value.id < 1_000_000 }.randomElement(using: &random)
  }

  private mutating func step() {
    fresh += 1
    switch roll(0...11) {
    case 0 where !sections.isEmpty:
      let index = anySection()
      steps.append(.deleteSection(index))
      sections.remove(at: index)
    case 1:
      let index = roll(0...sections.count)
      named[steps.count] = fresh
      steps.append(.insertSection(index, target: 0))
      let rows = (0..<roll(0...3)).map { SampleRow(fresh * 10 + $0) }
      sections.insert((SampleSection(fresh), rows), at: index)
    case 2 where !sections.isEmpty:
      let (from, to) = (anySection(), anySection())
      steps.append(.moveSection(from: from, to: to))
      sections.insert(sections.remove(at: from), at: to)
    case 3 where !sections.isEmpty:
      let index = anySection()
      named[steps.count] = sections[index].value.id
      steps.append(.updateSection(index, target: 0))
      sections[index].value.content += 1
    default: rowStep()
    }
  }

  private mutating func rowStep() {
    guard let section = anyOldSection(), let other = anyOldSection() else { return }
    let count = sections[section].rows.count
    let place = RowPath(section: section, row: roll(0...max(0, count - 1)))
    switch roll(0...4) {
    case 0 where count > 0:
      steps.append(.deleteRow(place))
      sections[section].rows.remove(at: place.row)
    case 1,
      2 where count > 0:
      if count == 0 { return }
      let moving = sections[section].rows.remove(at: place.row)
      let end = RowPath(section: other, row: roll(0...sections[other].rows.count))
      steps.append(.moveRow(from: place, to: end))
      sections[other].rows.insert(moving, at: end.row)
    case 3 where count > 0:
      rows[steps.count] = sections[section].rows[place.row].id
      steps.append(.updateRow(place, target: RowPath(section: 0, row: 0)))
      sections[section].rows[place.row].content += 1
    default:
      let end = RowPath(section: section, row: roll(0...count))
      rows[steps.count] = fresh
      steps.append(.insertRow(end, target: RowPath(section: 0, row: 0)))
      sections[section].rows.insert(SampleRow(fresh), at: end.row)
    }
  }

  /// Names the places in the target; what is gone by then stands at any place.
  private mutating func aim() {
    var places: [Int: RowPath] = [:]
    for place in target.paths { if let row = target[place] { places[row.id] = place } }
    let any = target.paths.first ?? RowPath(section: 0, row: 0)
    for (index, id) in rows {
      let place = places[id] ?? any
      switch steps[index] {
      case .insertRow(let path, _): steps[index] = .insertRow(path, target: place)
      case .updateRow(let path, _): steps[index] = .updateRow(path, target: place)
      default: break
      }
    }
    for (index, id) in named {
      let place = target.sections.firstIndex { $0.value.id == id } ?? 0
      switch steps[index] {
      case .insertSection(let section, _): steps[index] = .insertSection(section, target: place)
      case .updateSection(let section, _): steps[index] = .updateSection(section, target: place)
      default: break
      }
    }
  }

  private mutating func spoil() {
    func index() -> Int { [-1, 0, 1, 2, 5, 30, .max, .min].randomElement(using: &random) ?? 0 }
    func path() -> RowPath { RowPath(section: index(), row: index()) }
    let step: SequentialStep =
      switch roll(0...7) {
      case 0: .deleteSection(index())
      case 1: .insertSection(index(), target: index())
      case 2: .moveSection(from: index(), to: index())
      case 3: .updateSection(index(), target: index())
      case 4: .deleteRow(path())
      case 5: .insertRow(path(), target: path())
      case 6: .moveRow(from: path(), to: path())
      default: .updateRow(path(), target: path())
      }
    steps.insert(step, at: roll(0...steps.count))
  }
}
