/// What the user has asked for by keys so far.
///
/// Pure. Keys go through the columns in a circle, in which "none" has its place between the last and the first.
struct Arranger: Equatable, Sendable {
  /// What is to be done about a key.
  enum Answer: Equatable, Sendable {
    /// Rows are arranged in another way now.
    case rearranged
    /// The user is to be asked for the words to search for, beginning with some.
    case ask(String)
    /// There is nothing to be done.
    case nothing
    /// The key is somebody else's.
    case unknown
  }

  /// What is asked for now.
  private(set) var arrangement: Arrangement
  /// The columns that rows have, in order.
  var columns: [String] = []
  /// What was searched for when the user was asked, as long as they are.
  private var former: String?

  init(_ arrangement: Arrangement) { self.arrangement = arrangement }

  /// A command is given.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - cursor: The column at the cursor.
  mutating func take(_ command: ArrangementCommand, cursor: String? = nil) -> Answer {
    let before = arrangement
    switch command {
    case .search:
      former = arrangement.search
      return .ask(arrangement.search)
    case .showAll:
      // Without a search, the key takes the cursor away.
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

  /// Words to search for are typed.
  mutating func type(_ text: String) -> Answer {
    // Blanks alone leave nothing out.
    let text = text.contains { !$0.isWhitespace } ? text : ""
    if text == arrangement.search { return .nothing }
    arrangement.search = text
    return .rearranged
  }

  /// The user has answered, or, without a text, does not want to.
  mutating func answer(_ text: String?) -> Answer {
    defer { former = nil }
    return type(text ?? former ?? "")
  }

  /// Sorts by a column, the smallest first, then the largest, then not any more.
  private mutating func sortByCursor(_ cursor: String?) {
    guard let column = cursor ?? columns.first else { return }
    let order = arrangement.sortBy.first.flatMap { $0.column.lowercased() == column.lowercased() ? $0 : nil }
    arrangement.sortBy =
      order?.isDescending == true ? [] : [SortOrder(column: column, isDescending: order != nil)]
  }

  /// Sorts rows that are alike by another column, the smallest first, then the largest, then not any more.
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

  /// Arranges rows as before, since the user did not wait for it.
  mutating func restore(_ arrangement: Arrangement) { self.arrangement = arrangement }

  private mutating func sort(by column: String?) {
    arrangement.sortBy = column.map { [SortOrder(column: $0)] } ?? []
  }
}

extension [String] {
  /// The element after or before one, in a circle to which `nil` belongs too.
  fileprivate func neighbour(of name: String?, step: Int) -> String? {
    let place = name.flatMap { name in
      lastIndex { $0.hasSameBytes(as: name) } ?? lastIndex { $0.lowercased() == name.lowercased() }
    }
    let next = (place ?? (step > 0 ? -1 : count)) + step
    return indices.contains(next) ? self[next] : nil
  }
}
