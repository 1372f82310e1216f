import Foundation
import LiveTables

/// Encodes a state of a table as a line of JSON: completely, or as differences from the previous state.
///
/// Recordings and the history in memory consist of these lines; `docs/livetable.md` describes them.
///
/// ```json
/// {"at":1763784000.5,"id":"id: PID","columns":["PID","CPU"],"rows":[["1","1","0.0"],["2","2","7"]]}
/// {"at":1763784002.5,"rows":[[0,1],["3","3","0.1"]],"cells":[[0,1,"0.5"]]}
/// ```
struct StateEncoder: Sendable {
  /// The start of a recording.
  static let mark = "{\"livetable\":1"

  private var rows: [Record] = []
  private var columns = ColumnNames([])
  private var identity = ""
  private var hasState = false
  /// The rows that the last state changed, inserted or deleted.
  private(set) var changed: [ExactText] = []

  /// Returns the line of a state, with its line break.
  mutating func line(_ table: FedTable, at time: Double, isWhole: Bool) -> String {
    let new = Array(table.table)
    let names = ColumnNames(table.columns)
    var text = "{\"at\":\(String(format: "%.3f", time))"
    var gone: [ExactText] = []
    let sources = sources(of: new, &gone)
    let places = new.indices.filter { place in
      guard let source = sources.map({ $0[place] }) ?? place else { return true }
      return !rows[source].hasSameContent(as: new[place])
    }
    changed = places.map { new[$0].identity } + gone
    if isWhole || !hasState || names != columns || identity != table.identity {
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
      append(new, from: sources, changed: places, to: &text)
    }
    rows = new
    return text + "}\n"
  }

  private func append(_ new: [Record], from sources: [Int?]?, changed: [Int], to text: inout String) {
    if let sources {
      text += ",\"rows\":"
      var pieces: [(from: Int?, count: Int, at: Int)] = []
      for (place, source) in sources.enumerated() {
        if let source, let last = pieces.last, let from = last.from, from + last.count == source {
          pieces[pieces.count - 1].count += 1
        } else {
          pieces.append((source, 1, place))
        }
      }
      text.appendList(pieces) { text, piece in
        if let from = piece.from { text += "[\(from),\(piece.count)]" } else { text.append(new[piece.at], columns) }
      }
    }
    var changes: [String] = []
    var recolored: [Int] = []
    for place in changed {
      let source = sources.map { $0[place] } ?? place
      if source.map({ rows[$0].colors }) ?? nil != new[place].colors { recolored.append(place) }
      guard let source, rows[source].object != new[place].object else { continue }
      changes.append(Self.change(from: rows[source].object, to: new[place].object, at: place))
    }
    if !changes.isEmpty { text += ",\"cells\":[\(changes.joined(separator: ","))]" }
    Self.appendColors(recolored, of: new, to: &text)
  }

  /// Appends the colors of rows: the index of each row, followed by the colors of its cells.
  private static func appendColors(_ places: [Int], of rows: [Record], to text: inout String) {
    if places.isEmpty { return }
    text += ",\"colors\":"
    text.appendList(places) { text, place in
      text += "[\(place)"
      for color in rows[place].colors ?? [] {
        text += ","
        text.appendJSONString(color)
      }
      text += "]"
    }
  }

  /// Returns the previous index of each row, with `nil` for new rows, or `nil` if no index has changed.
  private func sources(of new: [Record], _ gone: inout [ExactText]) -> [Int?]? {
    if new.count == rows.count, zip(new, rows).allSatisfy({ $0.identity == $1.identity }) { return nil }
    var places: [ExactText: [Int]] = [:]
    for (place, row) in rows.enumerated().reversed() { places[row.identity, default: []].append(place) }
    let sources = new.map { places[$0.identity]?.popLast() }
    gone = places.filter { !$0.value.isEmpty }.map(\.key)
    return sources
  }

  private static func change(from old: JSONObject, to new: JSONObject, at place: Int) -> String {
    var text = "[\(place)"
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

/// Decodes the lines of a ``StateEncoder``, and stores the last state.
struct StateDecoder: Sendable {
  private(set) var rows: [Record] = []
  /// The time of the last state, in seconds since 1970.
  private(set) var time = 0.0
  private var columns = ColumnNames([])
  private var identity = ""
  private var hasState = false
  /// The number of differences since the last complete state.
  private var differenceCount = 0

  var table: FedTable {
    FedTable(table: RecordList(rows: rows), columns: columns.names, identity: identity, time: time)
  }

  /// Reads the next line.
  ///
  /// - Returns: `false` if the line is invalid, or contains differences from an unknown state.
  mutating func read(_ line: ArraySlice<UInt8>) -> Bool {
    guard
      let text = try? InputText(source: "", bytes: Array(line)),
      case .object(let object) = try? JSONReader.value(of: text),
      let at = object["at"]?.number, at.isFinite
    else {
      // The following differences are from an unknown state.
      if !line.allSatisfy(\.isWhiteSpace) { hasState = false }
      return false
    }
    if let names = object["columns"]?.elements {
      columns = ColumnNames(names.map(\.printed))
      identity = object["id"]?.printed ?? ""
      let lists = object["rows"]?.elements ?? []
      rows = lists.compactMap { row(of: $0.elements ?? []) }
      Self.color(&rows, object)
      hasState = rows.count == lists.count
      differenceCount = 0
      if !hasState { return false }
    } else {
      // The first line of a recording contains no state.
      differenceCount += 1
      guard hasState, differenceCount < Limits.statesInGroup, let next = next(object) else {
        hasState = false
        return false
      }
      rows = next
    }
    time = at
    return true
  }

  private func row(of parts: [JSONValue]) -> Record? {
    guard case .string(let identity)? = parts.first else { return nil }
    if parts.count == 2, case .object(let object) = parts[1] { return Record(identity: identity, object: object) }
    guard parts.count == columns.names.count + 1 else { return nil }
    return Record(identity: identity, object: JSONObject(columns: columns, values: Array(parts.dropFirst())))
  }

  /// Returns the rows after applying the differences in a line.
  ///
  /// - Returns: `nil` if the line is invalid. An encoder never copies or changes a row twice, and without such lines a
  ///   recording has at most as many rows as bytes.
  private func next(_ object: JSONObject) -> [Record]? {
    var next = rows
    if let pieces = object["rows"]?.elements {
      next = []
      var isCopied = [Bool](repeating: false, count: rows.count)
      for piece in pieces {
        let parts = piece.elements ?? []
        if parts.count == 2, let from = parts[0].integer, let count = parts[1].integer {
          guard from >= 0, count >= 0, count <= rows.count - from else { return nil }
          guard !isCopied[from..<(from + count)].contains(true) else { return nil }
          for place in from..<(from + count) { isCopied[place] = true }
          next += rows[from..<(from + count)]
        } else {
          guard let row = row(of: parts) else { return nil }
          next.append(row)
        }
      }
    }
    var changed: Set<Int> = []
    for change in object["cells"]?.elements ?? [] {
      guard let parts = change.elements, let place = parts.first?.integer, next.indices.contains(place),
        changed.insert(place).inserted
      else { return nil }
      let old = next[place]
      if parts.count == 2, case .object(let object) = parts[1] {
        next[place] = Record(identity: old.identity.string, object: object, colors: old.colors)
        continue
      }
      var values = old.object.values
      for index in stride(from: 1, to: parts.count - 1, by: 2) {
        guard let column = parts[index].integer, values.indices.contains(column) else { return nil }
        values[column] = parts[index + 1]
      }
      next[place] = Record(
        identity: old.identity.string, object: JSONObject(columns: old.object.columns, values: values),
        colors: old.colors)
    }
    Self.color(&next, object)
    return next
  }

  /// Adds the colors in a line to rows, and ignores colors that do not match a row's cells.
  private static func color(_ rows: inout [Record], _ object: JSONObject) {
    for entry in object["colors"]?.elements ?? [] {
      guard let parts = entry.elements, let place = parts.first?.integer, rows.indices.contains(place) else { continue }
      let row = rows[place]
      let colors = parts.dropFirst().map(\.printed)
      rows[place] = Record(
        identity: row.identity.string, object: row.object,
        colors: colors.count == row.object.values.count ? colors : nil)
    }
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  fileprivate var number: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  fileprivate var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}
