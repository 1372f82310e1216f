import TestSupport
import Testing

@testable import livetable

extension InputText {
  /// Creates the input text of a file.
  init(_ string: String, source: String = "rows") throws {
    try self.init(source: source, bytes: Array(string.utf8))
  }
}

extension Complaints {
  static func + (one: Complaints, other: Complaints) -> Complaints {
    var all = one
    all.append(contentsOf: other)
    return all
  }

  func map<Value>(_ value: (InputError) throws -> Value) rethrows -> [Value] { try listed.map(value) }
}

extension InputTable {
  /// The rows as dictionaries, for tests that ignore the order of columns.
  var printedRows: [[String: String]] {
    rows.map { row in
      Dictionary(
        zip(row.object.columns.names, row.object.values.map(\.printed)), uniquingKeysWith: { _, last in last })
    }
  }
}

/// The seeds of random tests; the name of a test case contains its seed.
let seeds: [UInt64] = Array(1...Trials.count(160))
