extension [Record] {
  /// Orders records by a column, and leaves those that are equal in the order in which they came.
  ///
  /// The order is numeric where every value is a number, else by the bytes of the printed form. Records whose value is
  /// missing, null or empty come last.
  mutating func sort(by order: SortOrder) throws(AmbiguousColumn) {
    var finder = ColumnFinder(order.column)
    var texts: [ExactText?] = []
    texts.reserveCapacity(count)
    for record in self {
      let value = try finder.value(in: record.object)
      texts.append(value == .null ? nil : value.map { ExactText($0.printed) }.flatMap { $0.string.isEmpty ? nil : $0 })
    }
    let numbers = texts.map { $0.flatMap { SortableNumber($0.string) } }
    let isNumeric = zip(texts, numbers).allSatisfy { text, number in text == nil || number != nil }
    let positions =
      isNumeric ? Self.order(of: numbers, order.isDescending) : Self.order(of: texts, order.isDescending)
    self = positions.map { self[$0] }
  }

  private static func order<Key: Comparable>(of keys: [Key?], _ isDescending: Bool) -> [Int] {
    keys.indices.sorted { first, second in
      switch (keys[first], keys[second]) {
      case (let firstKey?, let secondKey?):
        if firstKey == secondKey { return first < second }
        return isDescending ? firstKey > secondKey : firstKey < secondKey
      case (nil, nil): return first < second
      case (let firstKey, _): return firstKey != nil
      }
    }
  }
}

/// A number that can be compared with others, whole numbers of up to 64 bits without any loss.
struct SortableNumber: Equatable {
  private let value: Double
  /// What a whole number is more than `value`.
  private let remainder: Int

  /// Makes a number of a text, or nothing where the text is not a decimal number.
  init?(_ text: String) {
    guard !text.isEmpty, text.utf8.allSatisfy(Self.canBeInNumber), let value = Double(text), value.isFinite else {
      return nil
    }
    self.value = value
    let rounded = Int(exactly: value)
    remainder = if let whole = Int(text), let rounded { whole - rounded } else { 0 }
  }

  private static func canBeInNumber(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit
      || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E")].contains(byte)
  }
}

extension SortableNumber: Comparable {
  static func < (first: Self, second: Self) -> Bool {
    first.value == second.value ? first.remainder < second.remainder : first.value < second.value
  }
}
