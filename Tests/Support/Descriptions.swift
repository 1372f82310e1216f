public import LiveTables
public import LiveTablesOperators
public import LiveTablesTesting

// Short texts for what fails, and for tests that compare many values at once.

extension SampleRow: CustomStringConvertible {
  /// The identity, followed by one prime for each unit of content, such as `7''`.
  public var description: String {
    content >= 0 && content < 4 ? "\(id)" + String(repeating: "'", count: content) : "\(id)'\(content)"
  }
}

extension SampleSection: CustomStringConvertible {
  /// The identity as a letter, followed by one prime for each unit of content, such as `A'`.
  public var description: String {
    let name = id >= 0 && id < 26 ? String(Character(Unicode.Scalar(UInt8(65 + id)))) : "S\(id)"
    return content >= 0 && content < 4 ? name + String(repeating: "'", count: content) : "\(name)'\(content)"
  }
}

extension UserEdit: CustomStringConvertible {
  /// The edit of the table.
  public var description: String { "\(edit)" }
}

extension SectionRow: CustomStringConvertible {
  /// The row, or the position of a cell without a row.
  public var description: String { value.map { "\($0)" } ?? "cell \(index.map(String.init) ?? "")" }
}

extension JoinedSection: CustomStringConvertible {
  /// The section of the source.
  public var description: String { "\(value)" }
}

extension OutlineRow: CustomStringConvertible {
  /// The indented value, preceded by `-` for an expanded node or `+` for an expandable node.
  public var description: String {
    String(repeating: "  ", count: depth) + (isExpanded ? "- " : isExpandable ? "+ " : "  ") + "\(value)"
  }
}

extension Tree: CustomStringConvertible {
  /// An indented line for each node.
  public var description: String {
    depthFirst.map { String(repeating: "  ", count: $0.depth) + "\($0.value)" }.joined(separator: "\n")
  }
}
