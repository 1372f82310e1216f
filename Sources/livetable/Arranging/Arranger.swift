/// The arrangement that results from the user's commands.
///
/// Commands for the next or previous column cycle through the columns, with no column between the last and the first.
struct Arranger: Equatable, Sendable {
  /// The action that follows a command.
  enum Answer: Equatable, Sendable {
    /// Arrange the rows again.
    case rearranged
    /// Prompt the user for a filter, starting with the given text.
    case ask(String)
    case nothing
    /// The command has no effect, so the key keeps its default meaning.
    case unknown
  }

  private(set) var arrangement: Arrangement {
    didSet { if !arrangement.search.isEmpty { lastSearch = arrangement.search } }
  }
  /// The last filter that was not empty.
  private(set) var lastSearch: String
  /// The columns of the rows, in order.
  var columns: [String] = []
  /// The filter before the prompt was opened, while the prompt is open.
  private var former: String?

  init(_ arrangement: Arrangement) { (self.arrangement, lastSearch) = (arrangement, arrangement.search) }

  mutating func take(_ command: ArrangementCommand, cursor: String? = nil) -> Answer {
    let before = arrangement
    switch command {
    case .search:
      former = arrangement.search
      return .ask(arrangement.search)
    case .showAll:
      // Without a filter, Escape hides the cursor.
      if arrangement.search.isEmpty, !arrangement.onlyChanged { return .unknown }
      (arrangement.search, arrangement.onlyChanged) = ("", false)
    case .onlyChanged: arrangement.onlyChanged.toggle()
    case .sortByCursor: sortByCursor(cursor)
    case .thenByCursor: thenByCursor(cursor)
    case .groupByCursor:
      let column = cursor ?? columns.first
      arrangement.groupBy = arrangement.groupBy == nil ? column : nil
    case .sortByNext: sort(by: columns.neighbour(of: arrangement.sortBy.first?.column, step: 1))
    case .sortByPrevious: sort(by: columns.neighbour(of: arrangement.sortBy.first?.column, step: -1))
    case .reverse: for index in arrangement.sortBy.indices { arrangement.sortBy[index].isDescending.toggle() }
    case .groupByNext: arrangement.groupBy = columns.neighbour(of: arrangement.groupBy, step: 1)
    case .ungroup: arrangement.groupBy = nil
    }
    return arrangement == before ? .nothing : .rearranged
  }

  /// Handles a change to the text in the filter prompt.
  mutating func type(_ text: String) -> Answer {
    // Spaces alone do not filter.
    let text = text.contains { !$0.isWhitespace } ? text : ""
    if text == arrangement.search { return .nothing }
    arrangement.search = text
    return .rearranged
  }

  /// Handles the answer to the filter prompt, which is `nil` if the user cancelled the prompt.
  mutating func answer(_ text: String?) -> Answer {
    defer { former = nil }
    return type(text ?? former ?? "")
  }

  /// Sorts by a column: in ascending order, then in descending order, then not at all.
  private mutating func sortByCursor(_ cursor: String?) {
    guard let column = cursor ?? columns.first else { return }
    let order = arrangement.sortBy.first.flatMap { $0.column.lowercased() == column.lowercased() ? $0 : nil }
    arrangement.sortBy =
      order?.isDescending == true ? [] : [SortOrder(column: column, isDescending: order != nil)]
  }

  /// Sorts equal rows by another column: in ascending order, then in descending order, then not at all.
  private mutating func thenByCursor(_ cursor: String?) {
    guard let column = cursor ?? columns.first, !arrangement.sortBy.isEmpty else { return sortByCursor(cursor) }
    let place = arrangement.sortBy.firstIndex { $0.column.lowercased() == column.lowercased() }
    guard let place else { return arrangement.sortBy.append(SortOrder(column: column)) }
    if place == 0 { return sortByCursor(cursor) }
    if arrangement.sortBy[place].isDescending {
      arrangement.sortBy.remove(at: place)
    } else {
      arrangement.sortBy[place].isDescending = true
    }
  }

  /// Restores an earlier arrangement after the user has stopped the current one.
  mutating func restore(_ arrangement: Arrangement) { self.arrangement = arrangement }

  private mutating func sort(by column: String?) {
    arrangement.sortBy = column.map { [SortOrder(column: $0)] } ?? []
  }
}

extension [String] {
  /// Returns the next or previous element, cycling through the elements and `nil`.
  fileprivate func neighbour(of name: String?, step: Int) -> String? {
    let place = name.flatMap { name in
      lastIndex { $0.hasSameBytes(as: name) } ?? lastIndex { $0.lowercased() == name.lowercased() }
    }
    let next = (place ?? (step > 0 ? -1 : count)) + step
    return indices.contains(next) ? self[next] : nil
  }
}
