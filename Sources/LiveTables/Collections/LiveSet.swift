/// A set that is changed in place, by identity, and that any number of views and readers follow.
///
/// ```swift
/// let people = LiveSet(staff) { $0.name < $1.name }      // without an order, as they come
/// view.bind(people)
/// try await people.insert(ada)
/// try await people.edit {                 // several edits as one change
///   $0.remove(id: 7)
///   $0.update(with: grace)
/// }
/// ```
///
/// A ``LiveTable`` that never has two elements of one identity. Copies are the same set.
public struct LiveSet<Element: Diffable & Sendable>: TableSource {
  /// There is one section.
  public typealias Section = OneSection
  /// A row is an element.
  public typealias Row = Element
  /// What an edit answers.
  public typealias Change = TableChange<OneSection, Element>

  private let table: LiveTable<OneSection, Element>
  private let comesFirst: (@Sendable (Element, Element) -> Bool)?

  /// Creates a live set.
  ///
  /// - Parameters:
  ///   - elements: What it begins with; of several with one identity, the first is taken.
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone.
  ///   - comesFirst: Whether an element comes before another; those of which neither does stay as they came. Without it,
  ///     all elements stay as they came.
  @inlinable public init(
    _ elements: [Element] = [], name: String? = nil, undoLimit: Int = 0,
    sortedBy comesFirst: (@Sendable (Element, Element) -> Bool)? = nil
  ) {
    var seen: Set<Element.Identity> = []
    var first = elements.filter { seen.insert($0.identity).inserted }
    if let comesFirst { first.sort(by: comesFirst) }
    self.init(LiveTable(rows: first, name: name, undoLimit: undoLimit), comesFirst)
  }

  @usableFromInline init(
    _ table: LiveTable<OneSection, Element>, _ comesFirst: (@Sendable (Element, Element) -> Bool)?
  ) {
    self.table = table
    self.comesFirst = comesFirst
  }

  /// The newest state.
  public var state: SourceState<OneSection, Element> { get async { await table.state } }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) async { await table.subscribe(signal) }

  /// How many elements there are.
  public var count: Int { get async { await table.table.count } }

  /// The element with an identity, or `nil`.
  ///
  /// - Complexity: O(*n*), one scan; inside ``edit(_:)`` an index is used.
  public subscript(id id: Element.Identity) -> Element? { get async { await table.table.row(id: id) } }

  /// Changes the set by some edits, all at once.
  ///
  /// - Parameter body: Runs on the set, at once. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout SetEditor<Element>) throws -> Void
  ) async throws -> Change {
    let comesFirst = comesFirst
    return try await table.edit { editor in
      var set = SetEditor(editor: TableEditor(CapturedTable(TableSnapshot())), comesFirst: comesFirst)
      swap(&set.editor, &editor)
      defer { swap(&set.editor, &editor) }
      try body(&set)
    }
  }

  /// Inserts an element unless there is one with its identity.
  @discardableResult public func insert(_ element: Element) async throws -> Change {
    try await edit { $0.insert(element) }
  }

  /// Inserts an element, or puts it in the place of the one with its identity.
  @discardableResult public func update(with element: Element) async throws -> Change {
    try await edit { $0.update(with: element) }
  }

  /// Removes the element with an identity, if there is one.
  @discardableResult public func remove(id: Element.Identity) async throws -> Change {
    try await edit { $0.remove(id: id) }
  }

  /// Takes back the newest change that has not been taken back; `nil` where there is none.
  @discardableResult public func undo() async throws -> Change? { try await table.undo() }

  /// Makes the change again that was undone last; `nil` where there is none.
  @discardableResult public func redo() async throws -> Change? { try await table.redo() }

  /// Ends the set: it takes no more edits.
  public func finish() async { await table.finish() }
}

/// Changes a ``LiveSet``.
public struct SetEditor<Element: Diffable & Sendable> {
  var editor: TableEditor<OneSection, Element>
  let comesFirst: (@Sendable (Element, Element) -> Bool)?

  /// The elements with all edits up to here, in order.
  public var elements: TableRows<Element> { editor.table.sections.first?.rows ?? TableRows() }

  /// How many elements there are.
  public var count: Int { editor.count }

  /// The element with an identity, or `nil`.
  public subscript(id id: Element.Identity) -> Element? { mutating get { editor[id: id] } }

  /// Whether there is an element with an identity.
  public mutating func contains(id: Element.Identity) -> Bool { editor.contains(id: id) }

  /// Inserts an element unless there is one with its identity.
  ///
  /// - Returns: Whether it was inserted.
  @discardableResult public mutating func insert(_ element: Element) -> Bool {
    if contains(id: element.identity) { return false }
    return place(element)
  }

  /// Inserts an element, or puts it in the place of the one with its identity; in a sorted set that may be another place.
  public mutating func update(with element: Element) {
    guard let path = editor.finder.path(of: element.identity, in: editor.table) else {
      place(element)
      return
    }
    if isInOrder(element, at: path.row) {
      editor.replace(at: path, with: element)
    } else {
      editor.remove(at: path)
      place(element)
    }
  }

  /// Changes the element with an identity.
  ///
  /// - Returns: Whether there is one, and it has kept its identity; if not, nothing has changed.
  @discardableResult public mutating func update(id: Element.Identity, _ change: (inout Element) -> Void) -> Bool {
    guard var element = self[id: id] else { return false }
    change(&element)
    if element.identity != id { return false }
    update(with: element)
    return true
  }

  /// Removes the element with an identity.
  ///
  /// - Returns: Whether there was one.
  @discardableResult public mutating func remove(id: Element.Identity) -> Bool { editor.remove(id: id) }

  /// Removes all elements.
  public mutating func removeAll() { editor.removeAllRows() }

  /// Inserts those elements whose identities there are not yet.
  public mutating func formUnion(_ elements: some Sequence<Element>) { for element in elements { insert(element) } }

  /// Keeps the elements with these identities.
  public mutating func formIntersection(ids: some Sequence<Element.Identity>) { editor.formIntersection(ids: ids) }

  /// Removes the elements with these identities.
  public mutating func subtract(ids: some Sequence<Element.Identity>) { editor.subtract(ids: ids) }

  @discardableResult private mutating func place(_ element: Element) -> Bool {
    guard let comesFirst else { return editor.append(element) }
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if let other = editor[middle], comesFirst(element, other) { high = middle } else { low = middle + 1 }
    }
    return editor.insert(contentsOf: [element], at: low)
  }

  private func isInOrder(_ element: Element, at index: Int) -> Bool {
    guard let comesFirst else { return true }
    if let before = editor[index - 1], comesFirst(element, before) { return false }
    if let after = editor[index + 1], comesFirst(after, element) { return false }
    return true
  }
}
