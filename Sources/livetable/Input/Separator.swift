struct Separator: Hashable, Sendable {
  var byte: UInt8
  /// Whether spaces around a field are ignored, as in `index, name`.
  var isPadded: Bool

  init(byte: UInt8, isPadded: Bool = false) {
    self.byte = byte
    self.isPadded = isPadded
  }

  static let comma = Separator(byte: .comma)
  static let tab = Separator(byte: .tab)
  private static let candidates = [tab, comma, Separator(byte: UInt8(ascii: ";")), Separator(byte: UInt8(ascii: "|"))]

  /// The separator in a first line `sep=;`, which spreadsheets write.
  init?(namedBy text: InputText) {
    let line = text.bytes[text.range].prefix { $0 != .lineFeed && $0 != .carriageReturn }
    guard line.count == 5, line.starts(with: "sep=".utf8), let byte = line.last else { return nil }
    self.init(byte: byte)
  }

  /// The separator that occurs the same number of times in all lines, if there is one.
  init?(of text: InputText, hasHeader: Bool) {
    let found = Self.candidates.compactMap { $0.resolved(for: text, hasHeader: hasHeader, isNamed: false) }.first
    guard let found else { return nil }
    self = found
  }

  /// Returns the separator of a text for which an option names this separator, or a different separator if no title
  /// contains this one.
  func resolved(for text: InputText) -> Separator {
    if let named = Separator(namedBy: text) { return named }
    var reader = CSVReader(text, separator: self)
    let isInTitles = ((try? reader.readFields())?.fields.count ?? 0) > 1
    if isInTitles { return resolved(for: text, hasHeader: true, isNamed: true) ?? self }
    return Separator(of: text, hasHeader: true) ?? self
  }

  /// The separator with or without padding, if all lines have the same number of fields.
  private func resolved(for text: InputText, hasHeader: Bool, isNamed: Bool) -> Separator? {
    var reader = CSVReader(text, separator: self)
    reader.skipPreamble()
    // The text may end in the middle of a row, and an invalid row is ignored.
    let lines = (0..<11).compactMap { _ in (try? reader.readFields())?.fields }
    guard let header = lines.first, header.count > 1 else { return nil }
    let rows = lines.dropFirst()
    let padded = Separator(byte: byte, isPadded: true)
    if lines.allSatisfy({ $0.dropFirst().allSatisfy { $0.hasPrefix(" ") } }) {
      // Two lines with two parts each may be text with commas.
      let isCertain = isNamed || header.count > 2 && !rows.isEmpty || rows.count > 1
      let areFields = rows.allSatisfy {
        $0.count == header.count && !$0.contains { $0.drop { $0 == " " }.contains("  ") }
      }
      return isCertain && (isNamed || areFields) ? padded : nil
    }
    if isNamed { return nil }
    let isTorn = hasHeader && byte == .comma && header.areTornNumbers
    guard !header.contains(where: { $0.hasPrefix(" ") }), !isTorn, rows.first?.count == header.count,
      rows.count(where: { $0.count != header.count }) <= 1
    else { return nil }
    // `helm` pads fields before tabs.
    return byte == .tab && header.contains { $0.hasSuffix(" ") } ? padded : self
  }
}

extension [String] {
  /// Whether the commas between the fields belong to numbers, as in `cpu 0,15` and `10:00:00,123 started`.
  fileprivate var areTornNumbers: Bool {
    contains { $0.contains(" ") }
      && zip(self, dropFirst()).allSatisfy { $0.last?.isNumber == true && $1.first?.isNumber == true }
  }
}
