/// How the columns of a command's output are laid out.
struct ColumnLayout: Equatable {
  /// How many columns there are; without it, the header and the rows say so.
  var columns: Int?
  /// How many lines before the header are left out.
  var skip = 0
  /// Whether the first line names the columns; else they are named 1, 2 and so on.
  var hasHeader = true
}

extension InputTable {
  /// Reads columns that white space separates; lines that are blank are left out.
  ///
  /// What is surplus joins the last column, words of the header and fields alike, with the white space between them.
  /// A line that is too short has no value for the rest; columns without a name are named by their number. Without a stated number of columns there are as many as the
  /// header has words, or fewer where most lines have fewer fields: `df` has a "Mounted on".
  init(columnsOf text: InputText, layout: ColumnLayout) throws(InputError) {
    var lines = text.lines.dropFirst(layout.skip)
      .map { (number: $0.number, words: text.words(in: $0.range)) }
      .filter { !$0.words.isEmpty }
    var header: [Range<Int>]?
    if layout.hasHeader {
      guard let first = lines.first else {
        throw text.error("there is no header line", "say --no-header if the command prints none")
      }
      header = first.words
      lines.removeFirst()
    }
    let count = layout.columns ?? Self.columnCount(fieldCounts: lines.map(\.words.count), header: header?.count)
    var names = header.map { text.fields($0, count: count) } ?? []
    names += (names.count..<count).map { String($0 + 1) }
    self.init(source: text.source, header: ColumnNames(names))
    var shared: [Int: ColumnNames] = [names.count: self.header!]
    for line in lines {
      let fields = text.fields(line.words, count: names.count)
      let columns = shared[fields.count] ?? ColumnNames(Array(names.prefix(fields.count)))
      shared[fields.count] = columns
      rows.append(
        InputRow(object: JSONObject(columns: columns, values: fields.map(JSONValue.string)), line: line.number))
    }
  }

  /// The number of columns, from the number of words in each line and in the header.
  ///
  /// With a header it is the number of fields that most lines have, surplus ones aside, and the smaller of two that are
  /// as frequent: then nothing is torn apart. Without one it is the most fields that a line has.
  static func columnCount(fieldCounts: [Int], header: Int?) -> Int {
    guard let header else { return fieldCounts.max() ?? 0 }
    var frequencies: [Int: Int] = [:]
    for count in fieldCounts { frequencies[min(count, header), default: 0] += 1 }
    let most = frequencies.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return most?.key ?? header
  }
}

extension InputText {
  /// The lines of the text, without what ends them.
  fileprivate var lines: [(number: Int, range: Range<Int>)] {
    var lines: [(number: Int, range: Range<Int>)] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: .lineFeed) ?? range.upperBound
      lines.append((firstLine + lines.count, start..<end))
      start = end + 1
    }
    return lines
  }

  /// Where the words of a line are.
  fileprivate func words(in line: Range<Int>) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var position = line.lowerBound
    while position < line.upperBound {
      if bytes[position].isWhiteSpace {
        position += 1
        continue
      }
      let start = position
      while position < line.upperBound, !bytes[position].isWhiteSpace { position += 1 }
      words.append(start..<position)
    }
    return words
  }

  /// The texts of words; from the last field on, they are one.
  fileprivate func fields(_ words: [Range<Int>], count: Int) -> [String] {
    words.prefix(count).enumerated().map { position, word in
      let isLast = position == count - 1
      return string(isLast ? word.lowerBound..<words[words.count - 1].upperBound : word)
    }
  }
}

extension UInt8 {
  /// Whether the byte separates columns: a space, a tab, or what ends a line or page.
  fileprivate var isWhiteSpace: Bool {
    self == .space || (0x09...0x0D).contains(self)
  }
}
