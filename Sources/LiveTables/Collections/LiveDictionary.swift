/// A dictionary that is changed in place, and that any number of views and readers follow: a row for each key.
///
/// ```swift
/// let ages = LiveDictionary<String, Int>(sortedBy: <)     // without an order, keys stay as they came
/// view.bind(ages)
/// try await ages.set(36, forKey: "Ada")
/// try await ages.edit {                   // several edits as one change
///   $0["Ada"] = nil
///   $0["Grace", default: 0] += 1
/// }
/// ```
///
/// A ``LiveSet`` of rows whose identity is the key and whose content is the value. Where a key has many rows, see
/// ``LiveSections``. Copies are the same dictionary.
public struct LiveDictionary<Key: Hashable & Sendable, Value: Equatable & Sendable>: TableSource {
  /// There is one section.
  public typealias Section = OneSection
  /// A row is a value with its key.
  public typealias Row = Keyed<Value, Key>
  /// What an edit answers.
  public typealias Change = TableChange<OneSection, Row>

  private let rows: LiveSet<Row>

  /// Creates a live dictionary.
  ///
  /// - Parameters:
  ///   - elements: Keys with values, in this order; of several with one key, the first is taken.
  ///   - name: What diagnostics call it.
  ///   - undoLimit: How many changes can be undone.
  ///   - comesFirst: Whether a key comes before another. Without it, keys stay as they came.
  @inlinable public init(
    _ elements: [(key: Key, value: Value)] = [], name: String? = nil, undoLimit: Int = 0,
    sortedBy comesFirst: (@Sendable (Key, Key) -> Bool)? = nil
  ) {
    let rows = elements.map { Keyed($0.value, id: $0.key) }
    var order: (@Sendable (Row, Row) -> Bool)?
    if let comesFirst { order = { @Sendable in comesFirst($0.identity, $1.identity) } }
    self.init(LiveSet(rows, name: name, undoLimit: undoLimit, sortedBy: order))
  }

  @usableFromInline init(_ rows: LiveSet<Row>) { self.rows = rows }

  /// The newest state.
  public var state: SourceState<OneSection, Row> { get async { await rows.state } }

  /// Adds a reader.
  ///
  /// - Parameter signal: Sent after every change.
  public func subscribe(_ signal: Signal) async { await rows.subscribe(signal) }

  /// How many keys there are.
  public var count: Int { get async { await rows.count } }

  /// The value of a key, or `nil`.
  public subscript(key: Key) -> Value? { get async { await rows[id: key]?.value } }

  /// Changes the dictionary by some edits, all at once.
  ///
  /// - Parameter body: Runs on the dictionary, at once. If it throws, nothing changes.
  /// - Returns: The smallest change that comes to the same as all the edits.
  /// - Throws: ``TableEndedError`` after ``finish()``, and what `body` throws.
  @discardableResult public func edit(
    _ body: sending (inout DictionaryEditor<Key, Value>) throws -> Void
  ) async throws -> Change {
    try await rows.edit { set in
      var dictionary = DictionaryEditor<Key, Value>(
        rows: SetEditor(editor: TableEditor(CapturedTable(TableSnapshot())), comesFirst: nil))
      swap(&dictionary.rows, &set)
      defer { swap(&dictionary.rows, &set) }
      try body(&dictionary)
    }
  }

  /// Gives a key a value; a key that is new gets a row.
  @discardableResult public func set(_ value: Value, forKey key: Key) async throws -> Change {
    try await edit { $0[key] = value }
  }

  /// Removes a key with its value, if it is there.
  @discardableResult public func removeValue(forKey key: Key) async throws -> Change {
    try await edit { $0[key] = nil }
  }

  /// Takes back the newest change that has not been taken back; `nil` where there is none.
  @discardableResult public func undo() async throws -> Change? { try await rows.undo() }

  /// Makes the change again that was undone last; `nil` where there is none.
  @discardableResult public func redo() async throws -> Change? { try await rows.redo() }

  /// Ends the dictionary: it takes no more edits.
  public func finish() async { await rows.finish() }
}

/// Changes a ``LiveDictionary``.
public struct DictionaryEditor<Key: Hashable & Sendable, Value: Equatable & Sendable> {
  var rows: SetEditor<Keyed<Value, Key>>

  /// How many keys there are.
  public var count: Int { rows.count }

  /// The keys, in order.
  public var keys: [Key] { rows.elements.map(\.identity) }

  /// The values, in the order of the keys.
  public var values: [Value] { rows.elements.map(\.value) }

  /// The value of a key, or `nil`.
  ///
  /// Setting it gives the key a value, and a row if it is new; setting `nil` removes the key.
  public subscript(key: Key) -> Value? {
    mutating get { rows[id: key]?.value }
    set {
      if let newValue { rows.update(with: Keyed(newValue, id: key)) } else { rows.remove(id: key) }
    }
  }

  /// The value of a key, or another one if it is not there.
  public subscript(key: Key, default value: @autoclosure () -> Value) -> Value {
    mutating get { self[key] ?? value() }
    set { self[key] = newValue }
  }

  /// Takes over keys with values.
  ///
  /// - Parameters:
  ///   - others: The keys, each with its value.
  ///   - choose: The value for a key that is there, of the present one and the new one.
  public mutating func merge(
    _ others: some Sequence<(Key, Value)>, uniquingKeysWith choose: (Value, Value) throws -> Value
  ) rethrows {
    for (key, value) in others { self[key] = try self[key].map { try choose($0, value) } ?? value }
  }

  /// Removes all keys.
  public mutating func removeAll() { rows.removeAll() }
}
