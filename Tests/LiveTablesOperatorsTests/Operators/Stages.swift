import LiveTablesTesting

@testable import LiveTables
@testable import LiveTablesOperators

typealias FlatTable = DerivedTable<OneSection, SampleRow>

/// A range as live parameters.
struct LiveRange: Sendable {
  let offsets: LiveValue<Range<Int>>
  let start: LiveValue<Int>

  init(_ range: Range<Int>) {
    offsets = LiveValue(range)
    start = LiveValue(range.lowerBound)
  }

  func set(_ range: Range<Int>) async {
    await offsets.set(range)
    await start.set(range.lowerBound)
  }
}

/// An operator with its options, as a source and as plain code.
enum Stage: String, CaseIterable {
  case odd, thirds, map, byContent, byID, grouped, prefix, suffix, window
  case distinctContents, distinctIDs, inner, left, full, mergedFirst, mergedOther, expiring

  func source(_ source: FlatTable, _ other: LiveTable<OneSection, SampleRow>, _ range: LiveRange) -> FlatTable {
    switch self {
    case .odd: source.filter { $0.id % 2 != 0 }
    case .thirds: source.filter { ($0.id + $0.content) % 3 != 0 }
    case .map: source.map { Self.mapped($0) }
    case .byContent: source.sorted { ($0.content, -$0.id) < ($1.content, -$1.id) }
    case .byID: source.sorted { $0.id % 7 < $1.id % 7 }
    case .grouped: source.grouped { SampleSection(abs($0.id) % 4) }.aggregated(by: .count).flattened()
    case .prefix: source.prefix(7)
    case .suffix: source.suffix(5)
    case .window: source.window(range.offsets)
    case .distinctContents: source.distinct { $0.content }
    case .distinctIDs: source.distinct { abs($0.id) % 9 }
    case .inner:
      source.joined(with: other, by: { $0.content }, and: { $0.content }).map { Self.joined($0.left, $0.right) }
    case .left:
      source.joined(with: other, .left, by: { $0.id % 8 }, and: { $0.id % 8 }).map { Self.joined($0.left, $0.right) }
    case .full:
      source.joined(with: other, .full, by: { $0.id }, and: { $0.id }).map { Self.joined($0.left, $0.right) }
    case .mergedFirst: source.merged(with: other)
    case .mergedOther: source.merged(with: other) { _, other in other }
    case .expiring: source.expiring(now: range.start) { $0.content * 5 }
    }
  }

  /// Returns the stage's rows, computed from scratch.
  func rows(_ rows: [SampleRow], _ other: [SampleRow], _ range: Range<Int>) -> [SampleRow] {
    switch self {
    case .odd: return rows.filter { $0.id % 2 != 0 }
    case .thirds: return rows.filter { ($0.id + $0.content) % 3 != 0 }
    case .map: return rows.map(Self.mapped)
    case .byContent: return rows.sorted { ($0.content, -$0.id) < ($1.content, -$1.id) }
    case .byID: return rows.sorted { $0.id % 7 < $1.id % 7 }
    case .grouped:
      var order: [Int] = []
      for row in rows where !order.contains(abs(row.id) % 4) { order.append(abs(row.id) % 4) }
      return order.flatMap { key in rows.filter { abs($0.id) % 4 == key } }
    case .prefix: return Array(rows.prefix(7))
    case .suffix: return Array(rows.suffix(5))
    case .window: return Array(rows[range.clamped(to: 0..<rows.count)])
    case .distinctContents: return Self.first(of: rows) { $0.content }
    case .distinctIDs: return Self.first(of: rows) { abs($0.id) % 9 }
    case .inner:
      return rows.flatMap { row in other.filter { $0.content == row.content }.map { Self.joined(row, $0) } }
    case .left:
      return rows.flatMap { row in
        let partners = other.filter { $0.id % 8 == row.id % 8 }
        return partners.isEmpty ? [Self.joined(row, nil)] : partners.map { Self.joined(row, $0) }
      }
    case .full:
      let joined = rows.flatMap { row in
        let partners = other.filter { $0.id == row.id }
        return partners.isEmpty ? [Self.joined(row, nil)] : partners.map { Self.joined(row, $0) }
      }
      return joined + other.filter { row in !rows.contains { $0.id == row.id } }.map { Self.joined(nil, $0) }
    case .mergedFirst: return rows + other.filter { row in !rows.contains { $0.id == row.id } }
    case .mergedOther:
      return rows.map { row in other.first { $0.id == row.id } ?? row }
        + other.filter { row in !rows.contains { $0.id == row.id } }
    case .expiring: return rows.filter { $0.content * 5 > range.lowerBound }
    }
  }

  private static func mapped(_ row: SampleRow) -> SampleRow { SampleRow(row.id + 1, content: row.content % 2) }

  private static func joined(_ left: SampleRow?, _ right: SampleRow?) -> SampleRow {
    SampleRow(
      ((left?.id ?? 99) &* 31 &+ (right?.id ?? 98)) % 1_000_003,
      content: ((left?.content ?? 3) + (right?.content ?? 2)) % 4)
  }

  private static func first(of rows: [SampleRow], _ key: (SampleRow) -> Int) -> [SampleRow] {
    var seen: Set<Int> = []
    return rows.filter { seen.insert(key($0)).inserted }
  }
}

/// Chains of up to three stages that contain every ordered pair of stages.
enum Chains {
  static let all: [[Stage]] = {
    var open = Set(Stage.allCases.flatMap { one in Stage.allCases.map { [one, $0] } })
    var chains: [[Stage]] = Stage.allCases.map { [$0] }
    for one in Stage.allCases {
      for two in Stage.allCases where open.remove([one, two]) != nil {
        let third = Stage.allCases.first { open.contains([two, $0]) }
        if let third { open.remove([two, third]) }
        chains.append([one, two] + (third.map { [$0] } ?? []))
      }
    }
    return chains
  }()
}
