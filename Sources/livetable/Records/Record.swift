/// A row with an identity.
struct Record: Sendable {
  private let storage: Storage

  init(identity: String, object: JSONObject, colors: [String]? = nil) {
    storage = Storage(identity: ExactText(identity), object: object, colors: colors)
  }

  /// Returns a record with other values, and the same identity and colors.
  func replacing(_ object: JSONObject) -> Record {
    Record(identity: identity.string, object: object, colors: colors)
  }

  func colored(_ colors: [String]?) -> Record {
    Record(identity: identity.string, object: object, colors: colors)
  }

  var identity: ExactText { storage.identity }
  /// All values of the row, including those of its identity.
  var object: JSONObject { storage.object }

  /// The colors of the values as the command printed them (SGR parameters), if colors are shown.
  var colors: [String]? { storage.colors }

  /// The text of all columns, for searching.
  var text: String { object.values.map { $0.printed + "\n" }.joined() }

  func hasSameContent(as other: Record) -> Bool {
    storage === other.storage || object == other.object && colors == other.colors
  }

  /// The contents of a record, stored in a class so that copying a row copies a single reference.
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

extension Record: Equatable {
  static func == (first: Record, second: Record) -> Bool {
    first.identity == second.identity && first.hasSameContent(as: second)
  }
}
