struct Record: Sendable {
  private let storage: Storage

  init(identity: String, object: JSONObject, colors: [String]? = nil) {
    storage = Storage(identity: ExactText(identity), object: object, colors: colors)
  }

  var identity: ExactText { storage.identity }
  /// All values of the row, including those of its identity.
  var object: JSONObject { storage.object }

  /// The colours of the values as the command printed them (SGR parameters), if they are shown.
  var colors: [String]? { storage.colors }

  func hasSameContent(as other: Record) -> Bool {
    storage === other.storage || object == other.object && colors == other.colors
  }

  /// Tables copy their rows often, and this class makes each copy a single reference.
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
  /// The text of all columns, for searching.
  var text: String { object.values.map { $0.printed + "\n" }.joined() }
}

extension Record: Equatable {
  static func == (first: Record, second: Record) -> Bool {
    first.identity == second.identity && first.hasSameContent(as: second)
  }
}
