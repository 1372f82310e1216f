import Foundation

/// Encodes a state of a table as a line of JSON: completely, or as differences from the previous state.
///
/// Recordings and the history in memory consist of these lines; `docs/livetable.md` describes them.
///
/// ```json
/// {"at":1763784000.5,"id":"id: PID","columns":["PID","CPU"],"rows":[["1","1","0.0"],["2","2","7"]]}
/// {"at":1763784002.5,"rows":[[0,1],["3","3","0.1"]],"cells":[[0,1,"0.5"]]}
/// ```
struct StateEncoder: Sendable {
  static let mark = "{\"livetable\":1"

  private var rows: [Record] = []
  private var columns = ColumnNames([])
  private var identity = ""
  private var hasState = false
  private(set) var changedRows: [ExactText] = []

  mutating func line(_ table: FeedTable, at time: Double, isComplete: Bool) -> String {
    let new = Array(table.table)
    let names = ColumnNames(table.columns)
    var text = "{\"at\":\(String(format: "%.3f", time))"
    var deleted: [ExactText] = []
    let sources = sources(of: new, &deleted)
    let changed = new.indices.filter { index in
      guard let source = sources.map({ $0[index] }) ?? index else { return true }
      return !rows[source].hasSameContent(as: new[index])
    }
    changedRows = changed.map { new[$0].identity } + deleted
    if isComplete || !hasState || names != columns || identity != table.identity {
      columns = names
      identity = table.identity
      hasState = true
      text += ",\"id\":"
      text.appendJSONString(identity)
      text += ",\"columns\":"
      text.appendList(columns.names) { $0.appendJSONString($1) }
      text += ",\"rows\":"
      text.appendList(new) { $0.append($1, columns) }
      Self.appendColors(new.indices.filter { new[$0].colors != nil }, of: new, to: &text)
    } else {
      appendDifferences(of: new, from: sources, changed: changed, to: &text)
    }
    rows = new
    return text + "}\n"
  }

  private func appendDifferences(
    of new: [Record], from sources: [Int?]?, changed: [Int], to text: inout String
  ) {
    if let sources {
      text += ",\"rows\":"
      text.appendList(Self.pieces(of: sources)) { text, piece in
        switch piece {
        case .copied(let range): text += "[\(range.lowerBound),\(range.count)]"
        case .inserted(let index): text.append(new[index], columns)
        }
      }
    }
    var changes: [String] = []
    var recolored: [Int] = []
    for index in changed {
      let old = (sources.map { $0[index] } ?? index).map { rows[$0] }
      if old?.colors != new[index].colors { recolored.append(index) }
      guard let old, old.object != new[index].object else { continue }
      changes.append(Self.change(from: old.object, to: new[index].object, at: index))
    }
    if !changes.isEmpty { text += ",\"cells\":[\(changes.joined(separator: ","))]" }
    Self.appendColors(recolored, of: new, to: &text)
  }

  private enum Piece {
    /// Consecutive rows of the previous state.
    case copied(Range<Int>)
    /// A new row, by its index in the new state.
    case inserted(Int)
  }

  private static func pieces(of sources: [Int?]) -> [Piece] {
    var pieces: [Piece] = []
    for (index, source) in sources.enumerated() {
      if let source, case .copied(let range)? = pieces.last, range.upperBound == source {
        pieces[pieces.count - 1] = .copied(range.lowerBound..<source + 1)
      } else {
        pieces.append(source.map { .copied($0..<$0 + 1) } ?? .inserted(index))
      }
    }
    return pieces
  }

  /// Appends the colors of rows: the index of each row, followed by the colors of its cells.
  private static func appendColors(_ indices: [Int], of rows: [Record], to text: inout String) {
    if indices.isEmpty { return }
    text += ",\"colors\":"
    text.appendList(indices) { text, index in
      text += "[\(index)"
      for color in rows[index].colors ?? [] {
        text += ","
        text.appendJSONString(color)
      }
      text += "]"
    }
  }

  /// Returns the previous index of each row, with `nil` for new rows, or `nil` if no index has changed.
  private func sources(of new: [Record], _ deleted: inout [ExactText]) -> [Int?]? {
    if new.count == rows.count, zip(new, rows).allSatisfy({ $0.identity == $1.identity }) { return nil }
    var unmatched: [ExactText: [Int]] = [:]
    for (index, row) in rows.enumerated().reversed() { unmatched[row.identity, default: []].append(index) }
    let sources = new.map { unmatched[$0.identity]?.popLast() }
    deleted = unmatched.filter { !$0.value.isEmpty }.map(\.key)
    return sources
  }

  private static func change(from old: JSONObject, to new: JSONObject, at index: Int) -> String {
    var text = "[\(index)"
    if old.columns == new.columns {
      for (column, value) in new.values.enumerated() where value != old.values[column] {
        text += ",\(column),"
        value.append(to: &text)
      }
    } else {
      text += ","
      JSONValue.object(new).append(to: &text)
    }
    return text + "]"
  }
}

extension String {
  /// Appends a row as its identity and cells, or as an object if its columns differ from the columns of most rows.
  ///
  /// A row whose single cell is an object is also written as an object, because a reader could not distinguish the two.
  fileprivate mutating func append(_ row: Record, _ columns: ColumnNames) {
    self += "["
    appendJSONString(row.identity.string)
    let isAmbiguous = if row.object.values.count == 1, case .object = row.object.values[0] { true } else { false }
    if row.object.columns == columns, !isAmbiguous {
      for value in row.object.values {
        self += ","
        value.append(to: &self)
      }
    } else {
      self += ","
      JSONValue.object(row.object).append(to: &self)
    }
    self += "]"
  }
}
