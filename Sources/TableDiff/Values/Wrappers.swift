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
