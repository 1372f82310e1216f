/// The position of a row, specified by the zero-based index of its section and its zero-based index within the section.
///
/// A path refers to a row of a particular table. Each list of a changeset documents the table to which its paths refer.
public struct RowPath: Hashable, Comparable, Sendable {
  @usableFromInline package var packedSection: Int32
  @usableFromInline package var packedRow: Int32

  /// Creates the path of a row.
  ///
  /// Indices outside the range of 32-bit integers are clamped, because no table has a row at such a path.
  ///
  /// - Parameters:
  ///   - section: The index of the section.
  ///   - row: The index of the row in its section.
  @inlinable public init(section: Int, row: Int) {
    packedSection = Int32(clamping: section)
    packedRow = Int32(clamping: row)
  }

  @inlinable package init(_ section: Int, _ row: Int) { self.init(section: section, row: row) }

  init(_ section: Int32, _ row: Int32) {
    packedSection = section
    packedRow = row
  }

  /// The index of the row's section.
  @inlinable public var section: Int {
    get { Int(packedSection) }
    set { packedSection = Int32(clamping: newValue) }
  }

  /// The index of the row in its section.
  @inlinable public var row: Int {
    get { Int(packedRow) }
    set { packedRow = Int32(clamping: newValue) }
  }

  @inlinable package var number: Int64 {
    Int64(high: packedSection, low: UInt32(bitPattern: packedRow) ^ 0x8000_0000)
  }

  /// Returns whether a path precedes another path, comparing sections first and then rows.
  @inlinable public static func < (one: RowPath, two: RowPath) -> Bool {
    one.packedSection != two.packedSection
      ? one.packedSection < two.packedSection : one.packedRow < two.packedRow
  }
}

extension RowPath: CustomStringConvertible {
  /// The path in the form `(section,row)`.
  public var description: String { "(\(section),\(row))" }
}

/// Encodes a path as an object with the keys `section` and `row`.
extension RowPath: Codable {
  private enum CodingKeys: String, CodingKey {
    case packedSection = "section"
    case packedRow = "row"
  }
}
