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
#endif
