import Foundation

@testable import LiveTablesPostgres

/// Reads bytes from a PostgreSQL server, as messages of a replication, and as lines and values of a copy.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  follow(bytes)
  decode(bytes)
  return 0
}

/// Follows a replication, in which the length of each message precedes the message.
private func follow(_ bytes: [UInt8]) {
  let columns = ["id", "name"].map { name in
    OutputMessage.Relation.Column(name: name, type: 25, modifier: -1, isKey: name == "id")
  }
  var stream = ChangeStream(of: 1, columns: columns, from: LogPosition(offset: 0))
  var rest = bytes[...]
  while let length = rest.popFirst() {
    let message = rest.prefix(Int(length))
    rest = rest.dropFirst(message.count)
    do throws(WireError) {
      let action = try stream.take(message)
      guard case .apply(_, let end) = action else { continue }
      if end != stream.applied { fatalError("it has applied \(stream.applied), not \(end)") }
    } catch {
      if "\(error)".isEmpty { fatalError("an error without a text") }
    }
  }
}

/// Decodes lines of a copy as values of every type.
private func decode(_ bytes: [UInt8]) {
  let types = [0, 16, 20, 114, 1082, 1114, 1184, 1700, 3802].map { ValueType(id: $0) }
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    guard let tuple = try? Tuple(line: line) else { continue }
    for type in types + [ValueType(id: 1007, element: 23), ValueType(id: 1009, element: 25)] {
      let columns = tuple.fields.indices.map { RowLayout.Column(name: "c\($0)", type: type, isKey: $0 == 0) }
      let row = PostgresRow(layout: RowLayout(columns), tuple: tuple)
      for place in columns.indices {
        let decoder = PostgresValueDecoder(of: row, at: place, key: nil)
        _ = decoder.decodeNil()
        _ = try? decoder.decode(Int.self)
        _ = try? decoder.decode(Double.self)
        _ = try? decoder.decode(Bool.self)
        _ = try? decoder.decode(String.self)
        _ = try? decoder.decode(Date.self)
        _ = try? decoder.decode(Data.self)
        _ = try? decoder.decode(Decimal.self)
        _ = try? decoder.decode(UUID.self)
        _ = try? decoder.decode([Int?].self)
        _ = try? decoder.decode([[String]].self)
      }
    }
  }
}
