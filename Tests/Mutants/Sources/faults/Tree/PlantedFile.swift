import SwiftParser
import SwiftSyntax

/// A source file with its planted faults, which do not change line numbers.
struct PlantedFile {
  private(set) var text: String
  /// The columns that each planted fault covers, by line of `text`; lines and byte columns count from 1.
  private var spans: [Int: [(number: Int, columns: Range<Int>)]] = [:]

  /// Plants faults.
  ///
  /// - Parameters:
  ///   - source: The file.
  ///   - faults: The faults of this file with their numbers.
  init(_ source: String, _ faults: [(number: Int, fault: Fault)]) {
    let bytes = Array(source.utf8)
    var inserted: [(offset: Int, order: (Int, Int, Int), number: Int, isPrefix: Bool, text: String)] = []
    for (index, (number, fault)) in faults.enumerated() {
      let (range, question) = (fault.edit.range, "faultIsAwake(\(number))")
      let prefix = fault.edit.prefix.replacing("#", with: question)
      let suffix = fault.edit.suffix.replacing("#", with: question)
      // At equal offsets, suffixes precede prefixes; inner suffixes and outer prefixes come first.
      inserted.append((range.lowerBound, (range.isEmpty ? 1 : 2, -range.upperBound, index), number, true, prefix))
      if !range.isEmpty {
        inserted.append((range.upperBound, (0, -range.lowerBound, -index), number, false, suffix))
      }
    }
    if !faults.isEmpty {
      inserted.append((Self.placeOfImport(source), (-1, 0, 0), 0, true, "public import FaultSwitch; "))
    }
    inserted.sort { $0.offset == $1.offset ? $0.order < $1.order : $0.offset < $1.offset }
    var result: [UInt8] = []
    var open: [Int: (line: Int, column: Int)] = [:]
    var (line, lineStart, done) = (1, 0, 0)
    func take(upTo offset: Int) {
      for byte in bytes[done..<offset] {
        result.append(byte)
        if byte == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, result.count) }
      }
      done = offset
    }
    for insertion in inserted {
      take(upTo: insertion.offset)
      let column = result.count - lineStart + 1
      result += Array(insertion.text.utf8)
      let end = result.count - lineStart + 1
      if insertion.number == 0 { continue }
      if insertion.isPrefix {
        open[insertion.number] = (line, column)
        spans[line, default: []].append((insertion.number, column..<end))
      } else if let begun = open[insertion.number], begun.line == line {
        spans[line, default: []].append((insertion.number, begun.column..<end))
      } else {
        spans[line, default: []].append((insertion.number, 1..<end))
      }
    }
    take(upTo: bytes.count)
    text = String(decoding: result, as: UTF8.self)
  }

  /// Returns the faults that can cause a compiler error at a position.
  func faults(line: Int, column: Int) -> Set<Int> {
    let here = spans[line] ?? []
    let covering = here.filter { $0.columns.contains(column) }
    if !here.isEmpty { return Set((covering.isEmpty ? here : covering).map(\.number)) }
    // The cause may be a type inferred shortly before, or another line of the same expression.
    for distance in [3, 15, 60] {
      let near = Set((line - distance...line + distance).flatMap { spans[$0] ?? [] }.map(\.number))
      if !near.isEmpty { return near }
    }
    return []
  }

  /// Returns the offset of the first import, or of the first declaration if nothing is imported.
  private static func placeOfImport(_ source: String) -> Int {
    func place(in items: CodeBlockItemListSyntax) -> AbsolutePosition? {
      if let first = items.first(where: { $0.item.is(ImportDeclSyntax.self) }) {
        return first.positionAfterSkippingLeadingTrivia
      }
      for item in items {
        guard let config = item.item.as(IfConfigDeclSyntax.self) else { return item.positionAfterSkippingLeadingTrivia }
        for clause in config.clauses {
          if case .statements(let inner) = clause.elements, let found = place(in: inner) { return found }
        }
      }
      return nil
    }
    return place(in: Parser.parse(source: source).statements)?.utf8Offset ?? 0
  }
}
