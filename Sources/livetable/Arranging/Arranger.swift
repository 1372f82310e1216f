/// The arrangement that results from the user's commands.
///
/// Commands for the next or previous column cycle through the columns, with no column between the last and the first.
struct Arranger: Equatable, Sendable {
  /// The action that follows a command.
  enum Answer: Equatable, Sendable {
    case rearranged
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
  var columns: [String] = []
  /// The filter before the prompt was opened, or `nil` if no prompt is open.
  private var searchBeforePrompt: String?

  init(_ arrangement: Arrangement) { (self.arrangement, lastSearch) = (arrangement, arrangement.search) }

  /// Handles a command.
  ///
  /// - Parameter cursor: The column at the cursor, if any.
  mutating func handle(_ command: ArrangementCommand, cursor: String? = nil) -> Answer {
    let before = arrangement
    switch command {
    case .search:
      searchBeforePrompt = arrangement.search
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
    case .sortByNext: sort(by: columns.neighbor(of: arrangement.sortBy.first?.column, step: 1))
    case .sortByPrevious: sort(by: columns.neighbor(of: arrangement.sortBy.first?.column, step: -1))
    case .reverse: for index in arrangement.sortBy.indices { arrangement.sortBy[index].isDescending.toggle() }
    case .groupByNext: arrangement.groupBy = columns.neighbor(of: arrangement.groupBy, step: 1)
    case .ungroup: arrangement.groupBy = nil
    }
    return arrangement == before ? .nothing : .rearranged
  }

  mutating func type(_ text: String) -> Answer {
    // Spaces alone do not filter.
    let text = text.contains { !$0.isWhitespace } ? text : ""
    if text == arrangement.search { return .nothing }
    arrangement.search = text
    return .rearranged
  }

  /// Handles the answer to the filter prompt, which is `nil` if the user cancelled the prompt.
  mutating func answer(_ text: String?) -> Answer {
    defer { searchBeforePrompt = nil }
    return type(text ?? searchBeforePrompt ?? "")
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
    let index = arrangement.sortBy.firstIndex { $0.column.lowercased() == column.lowercased() }
    guard let index else { return arrangement.sortBy.append(SortOrder(column: column)) }
    if index == 0 { return sortByCursor(cursor) }
    if arrangement.sortBy[index].isDescending {
      arrangement.sortBy.remove(at: index)
    } else {
      arrangement.sortBy[index].isDescending = true
    }
  }

  mutating func restore(_ arrangement: Arrangement) { self.arrangement = arrangement }

  private mutating func sort(by column: String?) {
    arrangement.sortBy = column.map { [SortOrder(column: $0)] } ?? []
  }
}

extension [String] {
  /// Returns the next or previous element, cycling through the elements and `nil`.
  fileprivate func neighbor(of name: String?, step: Int) -> String? {
    let index = name.flatMap { name in
      lastIndex { $0.hasSameBytes(as: name) } ?? lastIndex { $0.lowercased() == name.lowercased() }
    }
    let next = (index ?? (step > 0 ? -1 : count)) + step
    return indices.contains(next) ? self[next] : nil
  }
}
