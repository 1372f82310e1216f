/// An array that is changed in place, and that any number of views and readers follow.
///
/// ```swift
/// let names = LiveArray(["Ada", "Grace"])
/// view.bind(names)
/// try await names.append("Barbara")
/// try await names.edit {                  // several edits as one change
///   $0.swapAt(0, 1)
///   $0.replaceSubrange(1..<3, with: ["Edsger"])
/// }
/// ```
///
/// A ``LiveTable`` with the vocabulary of an array. Every edit answers how the array changed; one that names an index which
/// does not exist changes nothing. Copies are the same array.
public struct LiveArray<Element: Diffable & Sendable>: TableSource {
  /// There is one section.
  public typealias Section = OneSection
  /// A row is an element.
  public typealias Row = Element
  /// What an edit answers.
  public typealias Change = TableChange<OneSection, Element>

  /// The elements as a table: where they are undone, redone and ended.
  public let table: LiveTable<OneSection, Element>

  /// Creates a live array.
  ///
  /// - Parameters:
  ///   - elements: What it begins with.
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone.
  @inlinable public init(
    _ elements: [Element] = [], name: String? = nil, undoLimit: Int = 0
  ) {
    table = LiveTable(rows: elements, name: name, undoLimit: undoLimit)
  }

  /// The newest state.
  public var state: SourceState<OneSection, Element> { get async { await table.state } }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) async { await table.subscribe(signal) }

  /// The elements as they are now.
  @inlinable public var elements: [Element] { get async { await Array(table.table) } }

  /// How many elements there are.
  @inlinable public var count: Int { get async { await table.table.count } }

  /// The element at an index, or `nil`.
  @inlinable public subscript(index: Int) -> Element? {
    get async { await table.table[RowPath(section: 0, row: index)] }
  }

  /// Changes the array by some edits, all at once.
  ///
  /// - Parameter body: Runs on the array, at once. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits.
  /// - Throws: ``TableEndedError`` after the table was finished, and what `body` throws.
  @discardableResult @inlinable public func edit(
    _ body: sending (inout TableEditor<OneSection, Element>) throws -> Void
  ) async throws -> Change {
    try await table.edit(body)
  }

  /// Appends an element.
  @discardableResult @inlinable public func append(_ element: Element) async throws -> Change {
    try await edit { $0.append(element) }
  }

  /// Appends elements.
  @discardableResult @inlinable public func append(contentsOf elements: [Element]) async throws -> Change {
    try await edit { $0.append(contentsOf: elements) }
  }

  /// Inserts an element before the one at an index, or at the end.
  @discardableResult @inlinable public func insert(_ element: Element, at index: Int) async throws -> Change {
    try await edit { $0.insert(contentsOf: [element], at: index) }
  }

  /// Inserts elements before the one at an index, or at the end.
  @discardableResult @inlinable public func insert(
    contentsOf elements: [Element], at index: Int
  ) async throws -> Change {
    try await edit { $0.insert(contentsOf: elements, at: index) }
  }

  /// Puts another element in the place of the one at an index.
  @discardableResult @inlinable public func replace(at index: Int, with element: Element) async throws -> Change {
    try await edit { $0.replace(at: RowPath(section: 0, row: index), with: element) }
  }

  /// Puts elements in the place of those at a range of indices, which may be empty.
  @discardableResult @inlinable public func replaceSubrange(
    _ range: Range<Int>, with elements: [Element]
  ) async throws -> Change {
    try await edit { $0.replaceSubrange(range, with: elements) }
  }

  /// Removes the element at an index.
  @discardableResult @inlinable public func remove(at index: Int) async throws -> Change {
    try await edit { $0.remove(at: index) }
  }

  /// Removes the elements for which a condition holds.
  @discardableResult @inlinable public func removeAll(
    where isUnwanted: @escaping @Sendable (Element) -> Bool
  ) async throws -> Change {
    try await edit { $0.removeAll(where: isUnwanted) }
  }

  /// Removes all elements.
  @discardableResult @inlinable public func removeAll() async throws -> Change { try await edit { $0.removeAllRows() } }

  /// Moves the element at an index; the other index is the one it has afterwards.
  @discardableResult @inlinable public func move(from index: Int, to target: Int) async throws -> Change {
    try await edit { $0.move(from: index, to: target) }
  }

  /// Exchanges two elements.
  @discardableResult @inlinable public func swapAt(_ one: Int, _ two: Int) async throws -> Change {
    try await edit { $0.swapAt(one, two) }
  }

  /// Sorts the elements; those of which neither comes first keep their order.
  @discardableResult @inlinable public func sort(
    by comesFirst: @escaping @Sendable (Element, Element) -> Bool
  ) async throws -> Change {
    try await edit { $0.sort(by: comesFirst) }
  }

  /// Puts other elements in the place of all; what both have in common stays.
  @discardableResult @inlinable public func set(_ elements: [Element]) async throws -> Change {
    try await edit { $0.set(rows: elements) }
  }
}
