/// A row of a table: who it is, which group it belongs to, and everything it says.
struct Record: Sendable {
  private let storage: Storage

  init(identity: String, group: String, object: JSONObject) {
    storage = Storage(identity: ExactText(identity), group: ExactText(group), object: object)
  }

  /// The printed form of the row's identity.
  var identity: ExactText { storage.identity }
  /// The printed form of the column that rows are grouped by, or the empty text.
  var group: ExactText { storage.group }
  /// The whole row, its identity and its group included.
  var object: JSONObject { storage.object }

  /// Whether two records say the same.
  func hasSameContent(as other: Record) -> Bool {
    storage === other.storage || object == other.object
  }

  /// One object for each row: tables copy their rows a lot, and this makes a copy one reference.
  private final class Storage: Sendable {
    let identity: ExactText
    let group: ExactText
    let object: JSONObject

    init(identity: ExactText, group: ExactText, object: JSONObject) {
      self.identity = identity
      self.group = group
      self.object = object
    }
  }
}

extension Record: Equatable {
  static func == (first: Record, second: Record) -> Bool {
    first.identity == second.identity && first.group == second.group && first.hasSameContent(as: second)
  }
}
