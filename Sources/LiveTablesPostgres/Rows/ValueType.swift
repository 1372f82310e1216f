#if Postgres
/// The type of a column, which determines how its values are decoded and encoded.
struct ValueType: Hashable, Sendable {
  /// The server's identifier of the type, or of the underlying type if the type is a domain.
  var id: UInt32
  /// The identifier of an array's element type, or 0 if the type is not an array.
  var element: UInt32 = 0
  /// The separator between the elements of an array, such as `;` for boxes.
  var delimiter = UInt8(ascii: ",")

  static let unknown = ValueType(id: 0)

  static let boolean: UInt32 = 16
  static let json: UInt32 = 114
  static let numeric: UInt32 = 1700
  static let date: UInt32 = 1082
  static let timestamp: UInt32 = 1114
  static let jsonb: UInt32 = 3802

  var isJSON: Bool { id == Self.json || id == Self.jsonb }

  var isArray: Bool { element != 0 }

  var isNumber: Bool { [20, 21, 23, 700, 701, Self.numeric].contains(id) }

  /// The type of the elements if this type is an array, otherwise this type.
  var ofElement: ValueType { isArray ? ValueType(id: element) : self }
}

/// The text format of arrays: `{1,NULL,"a b"}`, `{{1,2},{3,4}}`, `[0:1]={1,2}`.
enum PostgresArray {
  /// An element, which is a list if the array has several dimensions.
  indirect enum Element: Hashable, Sendable {
    case null
    case text(String)
    case list([Element])
  }

  /// Returns the elements of the array that a text represents.
  ///
  /// - Returns: The elements, or `nil` if the text is not an array.
  static func elements(of text: String, delimiter: UInt8 = UInt8(ascii: ",")) -> [Element]? {
    var rest = Substring(text)
    // Bounds precede an array whose first index is not 1.
    if rest.first == "[" {
      guard let equals = rest.firstIndex(of: "=") else { return nil }
      rest = rest[rest.index(after: equals)...]
    }
    var lists: [[Element]] = []
    var element: [UInt8] = []
    // Whether an element has been read that is not in its list yet.
    var (isQuoted, isEscaped, wasQuoted, isList) = (false, false, false, false)
    func finish() -> Bool {
      defer { (element, wasQuoted, isList) = ([], false, false) }
      if isList { return element.isEmpty && !wasQuoted }
      if element.isEmpty && !wasQuoted { return false }
      let text = String(decoding: element, as: UTF8.self)
      lists[lists.count - 1].append(!wasQuoted && text.uppercased() == "NULL" ? .null : .text(text))
      return true
    }
    var bytes = Array(rest.utf8)[...]
    guard bytes.first == UInt8(ascii: "{") else { return nil }
    while let byte = bytes.popFirst() {
      if isEscaped {
        isEscaped = false
        element.append(byte)
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
        wasQuoted = true
      } else if isQuoted {
        element.append(byte)
      } else if byte == UInt8(ascii: "{") {
        if isList || wasQuoted || !element.isEmpty { return nil }
        lists.append([])
      } else if byte == UInt8(ascii: "}") {
        let isEmpty = lists[lists.count - 1].isEmpty && element.isEmpty && !wasQuoted && !isList
        if !isEmpty, !finish() { return nil }
        let list = lists.removeLast()
        if lists.isEmpty { return bytes.isEmpty ? list : nil }
        lists[lists.count - 1].append(.list(list))
        isList = true
      } else if byte == delimiter {
        if !finish() { return nil }
      } else {
        element.append(byte)
      }
    }
    return nil
  }

  static func text(of element: String?) -> String {
    guard let element else { return "NULL" }
    return "\"" + element.replacingScalars("\\", with: "\\\\").replacingScalars("\"", with: "\\\"") + "\""
  }
}
#endif
