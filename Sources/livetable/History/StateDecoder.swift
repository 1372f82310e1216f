import LiveTables

/// Decodes the lines of a ``StateEncoder``, and stores the last state.
struct StateDecoder: Sendable {
  private(set) var rows: [Record] = []
  /// The time of the last state, in seconds since 1970.
  private(set) var time = 0.0
  private var columns = ColumnNames([])
  private var identity = ""
  private var hasState = false
  private var differenceCount = 0

  var table: FeedTable {
    FeedTable(table: RecordList(rows: rows), columns: columns.names, identity: identity, time: time)
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
      let list = object["rows"]?.elements ?? []
      rows = list.compactMap { row(of: $0.elements ?? []) }
      Self.color(&rows, object)
      hasState = rows.count == list.count
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

  /// Returns the rows after applying the differences in a line, or `nil` if the line is invalid.
  ///
  /// An encoder never copies or changes a row twice. Without such lines, a recording has at most as many rows as bytes.
  private func next(_ object: JSONObject) -> [Record]? {
    guard var next = combinedRows(object["rows"]) else { return nil }
    var changed: Set<Int> = []
    for change in object["cells"]?.elements ?? [] {
      guard let parts = change.elements, let index = parts.first?.integer, next.indices.contains(index),
        changed.insert(index).inserted, let object = Self.changed(next[index].object, by: parts)
      else { return nil }
      next[index] = next[index].replacing(object)
    }
    Self.color(&next, object)
    return next
  }

  /// Returns the copied and the new rows of a state, or the previous rows if the line does not list any.
  private func combinedRows(_ pieces: JSONValue?) -> [Record]? {
    guard let pieces = pieces?.elements else { return rows }
    var next: [Record] = []
    var isCopied = [Bool](repeating: false, count: rows.count)
    for piece in pieces {
      let parts = piece.elements ?? []
      if parts.count == 2, let start = parts[0].integer, let count = parts[1].integer {
        guard start >= 0, count >= 0, count <= rows.count - start else { return nil }
        let range = start..<(start + count)
        guard !isCopied[range].contains(true) else { return nil }
        for index in range { isCopied[index] = true }
        next += rows[range]
      } else {
        guard let row = row(of: parts) else { return nil }
        next.append(row)
      }
    }
    return next
  }

  /// Returns a row's object after a change: the index of the row, and either an object, or columns and their values.
  private static func changed(_ old: JSONObject, by parts: [JSONValue]) -> JSONObject? {
    if parts.count == 2, case .object(let object) = parts[1] { return object }
    var values = old.values
    for index in stride(from: 1, to: parts.count - 1, by: 2) {
      guard let column = parts[index].integer, values.indices.contains(column) else { return nil }
      values[column] = parts[index + 1]
    }
    return JSONObject(columns: old.columns, values: values)
  }

  /// Adds the colors in a line to rows, and ignores colors that do not match a row's cells.
  private static func color(_ rows: inout [Record], _ object: JSONObject) {
    for entry in object["colors"]?.elements ?? [] {
      guard let parts = entry.elements, let index = parts.first?.integer, rows.indices.contains(index) else { continue }
      let colors = parts.dropFirst().map(\.printed)
      rows[index] = rows[index].colored(colors.count == rows[index].object.values.count ? colors : nil)
    }
  }
}

extension JSONValue {
  fileprivate var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

  fileprivate var number: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  fileprivate var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
}
