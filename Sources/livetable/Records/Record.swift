/// A row of a table: who it is, and everything it says.
struct Record: Sendable {
  private let storage: Storage

  init(identity: String, object: JSONObject, colors: [String]? = nil) {
    storage = Storage(identity: ExactText(identity), object: object, colors: colors)
  }

  /// The printed form of the row's identity.
  var identity: ExactText { storage.identity }
  /// The whole row, its identity included.
  var object: JSONObject { storage.object }

  /// The colours of the values as the command printed them, where they are shown: parameters of the sequence.
  var colors: [String]? { storage.colors }

  /// Whether two records say the same, in the same colours.
  func hasSameContent(as other: Record) -> Bool {
    storage === other.storage || object == other.object && colors == other.colors
  }

  /// One object for each row: tables copy their rows a lot, and this makes a copy one reference.
  private final class Storage: Sendable {
    let identity: ExactText
    let object: JSONObject
    let colors: [String]?

    init(identity: ExactText, object: JSONObject, colors: [String]?) {
      self.identity = identity
      self.object = object
      self.colors = colors
    }
  }
}

extension Record {
  /// All that its columns show, to be searched.
  var text: String { object.values.map { $0.printed + "\n" }.joined() }
}

extension Record: Equatable {
  static func == (first: Record, second: Record) -> Bool {
    first.identity == second.identity && first.hasSameContent(as: second)
  }
}
