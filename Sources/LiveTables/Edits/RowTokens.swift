/// Tokens for the rows and sections of a table, each of which leads to the path after any edit.
///
/// This type does not depend on the types of rows and sections, so it is compiled only once.
@usableFromInline package struct RowTokens: Sendable {
  @usableFromInline package typealias Token = ListOrder.Token

  private var list = ListOrder()
  private var rows: [ListOrder.Tokens] = []
  private var sectionList = ListOrder()
  private var sections = ListOrder.Tokens()

  /// Changes to apply in order to what is stored for each token.
  @usableFromInline package struct Change {
    /// The tokens of removed rows, which inserted rows may reuse.
    @usableFromInline package var gone: [Token] = []
    /// The rows that have moved to a different section, along with that section's token.
    @usableFromInline package var moved: [(token: Token, section: Token)] = []
    @usableFromInline package var arrived: [(token: Token, section: Token, path: RowPath)] = []
  }

  /// Creates tokens, numbered from zero in the order of the rows and sections.
  @usableFromInline package init(rowCounts: [Int]) {
    sections = ListOrder.Tokens(sectionList.list(count: rowCounts.count))
    for count in rowCounts { rows.append(ListOrder.Tokens(list.list(count: count))) }
  }

  /// The number of row tokens, used or unused, all of which are less than this number.
  @usableFromInline package var capacity: Int { list.capacity }
  var sectionCapacity: Int { sectionList.capacity }

  /// - Complexity: O(log² *n*).
  @usableFromInline package func path(of row: Token, in section: Token) -> RowPath {
    let section = sectionList.position(of: section, in: sections)
    return RowPath(section: section, row: list.position(of: row, in: rows[section]))
  }

  /// - Complexity: O(log *n*).
  @usableFromInline package func tokens(at path: RowPath) -> (row: Token, section: Token) {
    (rows[path.section][path.row], sections[path.section])
  }

  /// - Complexity: O(*m* + log *n*) for *m* rows, on average.
  @usableFromInline package mutating func insert(_ count: Int, at path: RowPath) -> (rows: [Token], section: Token) {
    (list.insert(Array(path.row..<path.row + count), into: &rows[path.section]), sections[path.section])
  }

  /// - Complexity: O(*k* log *n*) for a small number *k* of rows, otherwise O(*n*).
  @usableFromInline package mutating func remove(at paths: [RowPath]) -> [Token] {
    var gone: [Token] = []
    paths.forEachSection(by: { $0 }) { section, stretch in gone += remove(stretch.map(\.row), from: section) }
    return gone
  }

  private mutating func remove(_ positions: [Int], from section: Int) -> [Token] {
    let gone = positions.map { rows[section][$0] }
    rows[section].remove(at: positions)
    list.release(gone)
    return gone
  }

  /// Updates the tokens after a change to the table.
  ///
  /// - Parameter target: The sections of the table after the change.
  /// - Complexity: O(*k* log *n*) for *k* inserted, deleted and moved rows, plus O(*m*) for the *m* rows of a moved
  ///   section, plus O(*s*) for *s* sections if sections are inserted, deleted or moved.
  @usableFromInline package mutating func follow(_ change: UnstagedChange, to target: NodeList) -> Change {
    var result = Change()
    if change.hasSectionStructure { followSections(change, to: target, &result) }
    for section in change.sections {
      result.gone += remove(section.leaving, from: section.new)
      let arrived = list.insert(section.arrivals.map(\.row), into: &rows[section.new])
      let own = sections[section.new]
      for (arrival, token) in zip(section.arrivals, arrived) {
        result.arrived.append((token, own, RowPath(section: section.new, row: arrival.row)))
      }
    }
    return result
  }

  private mutating func followSections(_ change: UnstagedChange, to target: NodeList, _ result: inout Change) {
    let before = sections
    for index in change.deletedSections { result.gone += rows[index] }
    list.release(result.gone)
    let leaving = change.leavingSections
    sectionList.release(leaving.map { before[$0] })
    sections.remove(at: leaving)
    let arriving = (change.insertedSections + change.movedSections.map(\.to)).ascending()
    _ = sectionList.insert(arriving, into: &sections)
    rows = rows.rearranged(
      leaving: leaving,
      arriving: change.movedSections.map { (place: $0.to, element: rows[$0.from]) }
        + change.insertedSections.map { (place: $0, element: ListOrder.Tokens()) })
    for index in change.insertedSections {
      let tokens = list.list(count: target.rowCount(at: index))
      for (row, token) in tokens.enumerated() {
        result.arrived.append((token, sections[index], RowPath(section: index, row: row)))
      }
      rows[index] = ListOrder.Tokens(tokens)
    }
    // Rows refer to their section by its token, which changes when the section moves.
    for move in change.movedSections {
      let section = sections[move.to]
      for token in rows[move.to].contents { result.moved.append((token, section)) }
    }
  }
}
