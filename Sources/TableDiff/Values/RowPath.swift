/// The place of a row: its section, and its position in that section, both from zero.
///
/// A path means nothing without its table; each list of a changeset names the table that its paths refer to.
public struct RowPath: Hashable, Comparable, Sendable {
  @usableFromInline package var packedSection: Int32
  @usableFromInline package var packedRow: Int32

  /// Creates a path.
  ///
  /// A number beyond 32 bits becomes the nearest one; there is no row in such a place.
  ///
  /// - Parameters:
  ///   - section: The index of the section.
  ///   - row: The index of the row in its section.
  @inlinable public init(section: Int, row: Int) {
    packedSection = Int32(clamping: section)
    packedRow = Int32(clamping: row)
  }

  /// Creates a path, in short.
  ///
  /// - Parameters:
  ///   - section: The index of the section.
  ///   - row: The index of the row in its section.
  @inlinable package init(_ section: Int, _ row: Int) { self.init(section: section, row: row) }

  /// Creates a path of numbers as it keeps them.
  init(_ section: Int32, _ row: Int32) {
    packedSection = section
    packedRow = row
  }

  /// The index of the section.
  @inlinable public var section: Int {
    get { Int(packedSection) }
    set { packedSection = Int32(clamping: newValue) }
  }

  /// The index of the row in its section.
  @inlinable public var row: Int {
    get { Int(packedRow) }
    set { packedRow = Int32(clamping: newValue) }
  }

  /// A number that is less for a path that comes first.
  @inlinable package var number: Int64 {
    Int64(high: packedSection, low: UInt32(bitPattern: packedRow) ^ 0x8000_0000)
  }

  /// Sections first, then rows.
  @inlinable public static func < (one: RowPath, two: RowPath) -> Bool {
    one.packedSection != two.packedSection
      ? one.packedSection < two.packedSection : one.packedRow < two.packedRow
  }
}

extension RowPath: CustomStringConvertible {
  /// The path as `(section,row)`.
  public var description: String { "(\(section),\(row))" }
}

/// A path is coded as an object with `section` and `row`.
extension RowPath: Codable {
  private enum CodingKeys: String, CodingKey {
    case packedSection = "section"
    case packedRow = "row"
  }
}
