/// A row of a table: who it is, and everything it says.
struct Record: Sendable {
  private let storage: Storage

  init(identity: String, object: JSONObject) {
    storage = Storage(identity: ExactText(identity), object: object)
  }

  /// The printed form of the row's identity.
  var identity: ExactText { storage.identity }
  /// The whole row, its identity included.
  var object: JSONObject { storage.object }

  /// Whether two records say the same.
  func hasSameContent(as other: Record) -> Bool {
    storage === other.storage || object == other.object
  }

  /// One object for each row: tables copy their rows a lot, and this makes a copy one reference.
  private final class Storage: Sendable {
    let identity: ExactText
    let object: JSONObject

    init(identity: ExactText, object: JSONObject) {
      self.identity = identity
      self.object = object
    }
  }
}

extension Record {
  /// All that its columns show, to be searched.
  var text: String {
    var text = ""
    for value in object.values {
      text += value.printed
      text += "\n"
    }
    return text
  }
}

extension Record: Equatable {
  static func == (first: Record, second: Record) -> Bool {
    first.identity == second.identity && first.hasSameContent(as: second)
  }
}
