/// A dictionary of lists that is changed in place, and that any number of views and readers follow: a section for each
/// key, with its rows.
///
/// ```swift
/// let shelves = LiveSections<Genre, Book>(sortedBy: <)    // without an order, keys stay as they came
/// view.bind(shelves)
/// try await shelves.append(book, to: .poetry)             // the section appears with its first row
/// try await shelves.edit { $0[.drama] = nil }
/// ```
///
/// A ``LiveTable`` that never has two sections of one identity. Copies are the same dictionary.
public struct LiveSections<Key: Diffable & Sendable, Row: Diffable & Sendable>: TableSource {
  /// A section is a key.
  public typealias Section = Key
  /// What an edit answers.
  public typealias Change = TableChange<Key, Row>

  private let table: LiveTable<Key, Row>
  private let comesFirst: (@Sendable (Key, Key) -> Bool)?

  /// Creates a live dictionary of lists.
  ///
  /// - Parameters:
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone.
  ///   - comesFirst: Whether a key comes before another. Without it, keys stay as they came.
  @inlinable public init(
    name: String? = nil, undoLimit: Int = 0, sortedBy comesFirst: (@Sendable (Key, Key) -> Bool)? = nil
  ) {
    self.init(LiveTable(name: name, undoLimit: undoLimit), comesFirst)
  }

  @usableFromInline init(_ table: LiveTable<Key, Row>, _ comesFirst: (@Sendable (Key, Key) -> Bool)?) {
    self.table = table
    self.comesFirst = comesFirst
  }

  /// The newest state.
  public var state: SourceState<Key, Row> { get async { await table.state } }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) async { await table.subscribe(signal) }

  /// The rows of a key, or `nil`.
  public subscript(key: Key) -> [Row]? {
    get async {
      let table = await table.table
      return table.sectionIndex(of: key.identity).map { Array(table.sections[$0].rows) }
    }
  }

  /// Changes the sections by some edits, all at once.
  ///
  /// - Parameter body: Runs on the sections, at once. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout SectionsEditor<Key, Row>) throws -> Void
  ) async throws -> Change {
    let comesFirst = comesFirst
    return try await table.edit { editor in
      var sections = SectionsEditor<Key, Row>(
        editor: TableEditor(CapturedTable(TableSnapshot())), comesFirst: comesFirst)
      swap(&sections.editor, &editor)
      defer { swap(&sections.editor, &editor) }
      try body(&sections)
    }
  }

  /// Gives a key rows; what they have in common with those it had stays.
  @discardableResult public func set(_ rows: [Row], forKey key: Key) async throws -> Change {
    try await edit { $0[key] = rows }
  }

  /// Appends a row to those of a key; a key that is new gets a section.
  @discardableResult public func append(_ row: Row, to key: Key) async throws -> Change {
    try await edit { $0.append(row, to: key) }
  }

  /// Removes a key with its rows, if it is there.
  @discardableResult public func removeRows(forKey key: Key) async throws -> Change {
    try await edit { $0[key] = nil }
  }

  /// Takes back the newest change that has not been taken back; `nil` where there is none.
  @discardableResult public func undo() async throws -> Change? { try await table.undo() }

  /// Makes the change again that was undone last; `nil` where there is none.
  @discardableResult public func redo() async throws -> Change? { try await table.redo() }

  /// Ends the dictionary: it takes no more edits.
  public func finish() async { await table.finish() }
}

/// Changes ``LiveSections``.
public struct SectionsEditor<Key: Diffable & Sendable, Row: Diffable & Sendable> {
  var editor: TableEditor<Key, Row>
  let comesFirst: (@Sendable (Key, Key) -> Bool)?

  /// The keys, in order.
  public var keys: [Key] { editor.table.sections.map(\.value) }

  /// The rows of a key, or `nil`.
  ///
  /// Setting it gives the key these rows, and a section if it is new; setting `nil` removes the key.
  public subscript(key: Key) -> [Row]? {
    get { editor.table.sectionIndex(of: key.identity).map { Array(editor.table.sections[$0].rows) } }
    set {
      guard let newValue else {
        editor.remove(section: key.identity)
        return
      }
      place(key)
      editor.set(rows: newValue, in: key.identity)
    }
  }

  /// Appends a row to those of a key; a key that is new gets a section.
  public mutating func append(_ row: Row, to key: Key) {
    place(key)
    editor.append(row, to: key.identity)
  }

  /// Puts a row in the place of the one with its identity, whatever its key.
  ///
  /// - Returns: Whether there is one.
  @discardableResult public mutating func update(_ row: Row) -> Bool { editor.update(row) }

  /// Moves a row to the end of those of another key; a key that is new gets a section.
  ///
  /// - Returns: Whether there is such a row; if not, nothing has changed.
  @discardableResult public mutating func move(id: Row.Identity, to key: Key) -> Bool {
    guard editor.contains(id: id) else { return false }
    place(key)
    return editor.move(id: id, toSection: key.identity)
  }

  /// Removes a row, whatever its key.
  ///
  /// - Returns: Whether there was one.
  @discardableResult public mutating func remove(id: Row.Identity) -> Bool { editor.remove(id: id) }

  /// Removes the keys that have no rows.
  public mutating func removeEmpty() { editor.removeSections { $0.rows.isEmpty } }

  /// Removes all keys.
  public mutating func removeAll() { editor.removeAll() }

  private mutating func place(_ key: Key) {
    if editor.table.sectionIndex(of: key.identity) != nil { return }
    let sections = editor.table.sections
    let index = comesFirst.flatMap { comesFirst in sections.firstIndex { comesFirst(key, $0.value) } }
    editor.insert(sections: [TableSection(key, rows: [])], at: index ?? sections.count)
  }
}
