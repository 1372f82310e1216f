/// A row whose identity is named by the caller, for types that are not ``Diffable`` themselves.
///
/// `TableSnapshot(rows: items, id: \.number)` makes rows of this type.
public struct Keyed<Value: Equatable, Key: Hashable & Sendable>: Diffable, Equatable {
  /// The wrapped row.
  public var value: Value

  /// What tells the row from others.
  public var identity: Key

  /// Wraps a row.
  ///
  /// - Parameters:
  ///   - value: The row.
  ///   - id: What tells it from others.
  @inlinable public init(_ value: Value, id: Key) {
    self.value = value
    identity = id
  }

  /// Whether the wrapped rows are equal.
  @inlinable public func hasSameContent(as other: Keyed<Value, Key>) -> Bool { value == other.value }
}

extension Keyed: Sendable where Value: Sendable {}

/// A row that is only `Equatable`: without a hash, rows are told apart by comparing them with each other.
///
/// That is bounded like any other collision of hashes: past 8 comparisons for each row on average the table is shown by
/// reloading.
public struct ByEquality<Value: Equatable & Sendable>: Diffable, Equatable, Sendable {
  /// The wrapped row.
  public var value: Value

  /// Wraps a row.
  @inlinable public init(_ value: Value) { self.value = value }

  /// The row, by its `==`.
  @inlinable public var identity: some Hashable & Sendable { Unhashed(value) }

  /// Always: rows that pair are equal.
  @inlinable public func hasSameContent(as other: ByEquality<Value>) -> Bool { true }
}

/// An identity of which nothing is known that equal ones share, so that nothing is hashed.
@usableFromInline package struct Unhashed<Value: Equatable & Sendable>: Hashable, Sendable {
  @usableFromInline package let value: Value
  @inlinable package init(_ value: Value) { self.value = value }
  @inlinable package static func == (one: Unhashed, two: Unhashed) -> Bool { one.value == two.value }
  @inlinable package func hash(into hasher: inout Hasher) {}
}

/// A row that cannot be compared at all: its table is shown by reloading, never diffed.
public struct Opaque<Value>: Diffable {
  /// The wrapped row.
  public var value: Value

  /// Wraps a row.
  @inlinable public init(_ value: Value) { self.value = value }

  /// Equal to no other, not even to itself.
  @inlinable public var identity: some Hashable & Sendable { NoIdentity() }

  /// Never: nothing is known about it.
  @inlinable public func hasSameContent(as other: Opaque<Value>) -> Bool { false }
}

extension Opaque: Sendable where Value: Sendable {}

/// The identity of rows that are never diffed: equal to no other, not even to itself.
@usableFromInline package struct NoIdentity: Hashable, Sendable {
  @inlinable package init() {}
  @inlinable package static func == (one: NoIdentity, two: NoIdentity) -> Bool { false }
  @inlinable package func hash(into hasher: inout Hasher) {}
}

extension Diffable {
  /// Whether values of this type cannot be told apart.
  @inlinable package static var isNeverDiffed: Bool {
    Identity.self == NoIdentity.self || Identity.self == NoIdentity?.self
  }
}
