/// The columns that a decoder has requested by name, in the order of its requests, which is usually the same for each
/// row.
///
/// If a row is decoded in the same order as the row before, each column is found with one comparison of names.
package struct ColumnLookUps: Sendable {
  @usableFromInline var found: [(name: String, position: Int)] = []
  @usableFromInline var next = 0

  package init() {}

  package var count: Int { found.count }

  /// Begins the next row.
  @inlinable package mutating func begin() { next = 0 }

  /// Returns the position of a column.
  ///
  /// - Parameter find: A closure that looks up the name, if the row before was decoded in another order. Its result must
  ///   depend only on the name.
  /// - Returns: The position, or `nil` if there is no such column.
  @inlinable package mutating func position(of name: String, _ find: () -> Int?) -> Int? {
    if next < found.count, found[next].name == name {
      next += 1
      return found[next - 1].position
    }
    // Optional values are requested several times.
    if next > 0, found[next - 1].name == name { return found[next - 1].position }
    guard let position = find() else { return nil }
    found.removeSubrange(next...)
    found.append((name, position))
    next = found.count
    return position
  }
}
