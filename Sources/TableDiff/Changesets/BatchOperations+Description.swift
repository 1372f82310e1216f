extension BatchMove: CustomStringConvertible {
  /// A textual representation of the move's old and new positions.
  public var description: String { "\(from) → \(to)" }
}

extension BatchOperations: CustomStringConvertible {
  /// A textual representation of the operations.
  public var description: String {
    var parts: [String] = []
    func add(_ what: String, _ places: [some Any]) { if !places.isEmpty { parts.append("\(what) \(places)") } }
    add("delete sections", deletedSections)
    add("insert sections", insertedSections)
    add("move sections", movedSections)
    add("update sections", updatedSections)
    add("reload sections", reloadedSections)
    add("delete rows", deletedRows)
    add("insert rows", insertedRows)
    add("move rows", movedRows)
    add("update rows", updatedRows)
    return parts.isEmpty ? "no change" : parts.joined(separator: ", ")
  }
}
