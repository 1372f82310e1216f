/// A row with an explicit identity, for values that are not ``Diffable``.
///
/// `TableSnapshot(rows: items, id: \.number)` creates rows of this type.
public struct Keyed<Value: Equatable, Key: Hashable & Sendable>: Diffable, Equatable {
  /// The value that the row wraps.
  public var value: Value

  /// The identity of the row.
  public var identity: Key

  /// Wraps a value in a row with an explicit identity.
  ///
  /// - Parameters:
  ///   - value: The value to wrap.
  ///   - id: The identity of the row.
  @inlinable public init(_ value: Value, id: Key) {
    self.value = value
    identity = id
  }

  /// Returns whether the wrapped values are equal.
  @inlinable public func hasSameContent(as other: Keyed<Value, Key>) -> Bool { value == other.value }
}

extension Keyed: Sendable where Value: Sendable {}

/// A row that is identified by its value, for values that are `Equatable` but not `Hashable`.
///
/// Because there are no hashes, the diff compares rows with each other. The number of comparisons is limited to 8 for
/// each row on average. If this limit is exceeded, the view reloads the table.
public struct ByEquality<Value: Equatable & Sendable>: Diffable, Equatable, Sendable {
  /// The value that the row wraps.
  public var value: Value

  /// Wraps a value in a row that the value identifies.
  @inlinable public init(_ value: Value) { self.value = value }

  /// The wrapped value, compared using `==`.
  @inlinable public var identity: some Hashable & Sendable { Unhashed(value) }

  /// Returns `true`, because rows with equal identities have equal content.
  @inlinable public func hasSameContent(as other: ByEquality<Value>) -> Bool { true }
}

/// An identity with a constant hash, for values that cannot be hashed.
@usableFromInline package struct Unhashed<Value: Equatable & Sendable>: Hashable, Sendable {
  @usableFromInline package let value: Value
  @inlinable package init(_ value: Value) { self.value = value }
  @inlinable package static func == (one: Unhashed, two: Unhashed) -> Bool { one.value == two.value }
  @inlinable package func hash(into hasher: inout Hasher) {}
}

/// A row that cannot be compared with other rows.
///
/// Views reload tables of such rows instead of diffing them.
public struct Opaque<Value>: Diffable {
  /// The value that the row wraps.
  public var value: Value

  /// Wraps a value in a row that cannot be compared.
  @inlinable public init(_ value: Value) { self.value = value }

  /// An identity that is not equal to any identity, including itself.
  @inlinable public var identity: some Hashable & Sendable { NoIdentity() }

  /// Returns `false`, because opaque rows cannot be compared.
  @inlinable public func hasSameContent(as other: Opaque<Value>) -> Bool { false }
}

extension Opaque: Sendable where Value: Sendable {}

/// The identity of rows that are never diffed.
///
/// This identity is not equal to any identity, including itself.
@usableFromInline package struct NoIdentity: Hashable, Sendable {
  @inlinable package init() {}
  @inlinable package static func == (one: NoIdentity, two: NoIdentity) -> Bool { false }
  @inlinable package func hash(into hasher: inout Hasher) {}
}

extension Diffable {
  /// Whether values of this type cannot be distinguished from each other.
  ///
  /// Tables of such rows are never diffed.
  @inlinable package static var isNeverDiffed: Bool {
    Identity.self == NoIdentity.self || Identity.self == NoIdentity?.self
  }
}
