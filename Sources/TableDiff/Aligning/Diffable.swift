/// A row or section that can be told apart from others and compared with an earlier version of itself.
///
/// A diff asks two questions:
///
/// - *Which row is this?* Two values with equal ``identity`` are the same row, before and after.
/// - *Has it changed?* If ``hasSameContent(as:)`` returns `false`, the row is updated in place.
///
/// Most types answer both without a line of code:
///
/// | a type that is | has as identity |
/// |---|---|
/// | `Identifiable` | its `id` |
/// | else `Hashable` | itself |
/// | else a class | the reference |
///
/// | a type that is | has the same content if |
/// |---|---|
/// | `Equatable` | both are equal |
/// | else a class | both are the same object |
///
/// There is no default for other types: a row whose content nothing compares would never update. Make them `Equatable`,
/// write ``hasSameContent(as:)``, or wrap them in ``Keyed``, ``ByEquality`` or ``Opaque``.
///
/// A class that is not `Equatable` has to be `Sendable`: immutable, or on the main actor, where cells observe the object.
///
/// No implementation can make a diff illegal or trap. An identity that is not equal to itself, or whose hash does not
/// match its `==`, makes diffs larger, never wrong.
public protocol Diffable: SendableMetatype {
  /// Tells one row from another.
  associatedtype Identity: Hashable & Sendable

  /// What tells this row from others; equal before and after a change.
  var identity: Identity { get }

  /// Compares the content with that of another version of the same row.
  ///
  /// - Parameter other: An earlier or later version, with an equal identity.
  /// - Returns: Whether both look the same, so that the row needs no update.
  func hasSameContent(as other: Self) -> Bool

  /// Answers what a diff asks of many rows at once. There is nothing to implement.
  static func _answer(_ question: _RowQuestion) -> (number: Int, changed: UInt64)
}

// MARK: - Content

extension Diffable where Self: Equatable {
  /// Whether both are equal.
  @inlinable public func hasSameContent(as other: Self) -> Bool { self == other }
}

extension Diffable where Self: AnyObject & Sendable {
  /// Whether both are the same object.
  @inlinable public func hasSameContent(as other: Self) -> Bool { self === other }
}

extension Diffable where Self: AnyObject & Equatable & Sendable {
  /// Whether both are equal, also for classes.
  @inlinable public func hasSameContent(as other: Self) -> Bool { self == other }
}

// MARK: - Identity

extension Diffable where Self: Identifiable, ID: Sendable {
  /// The `id`.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: Hashable & Sendable {
  /// The value itself.
  @inlinable public var identity: Self { self }
}

extension Diffable where Self: Identifiable & Hashable & Sendable, ID: Sendable {
  /// The `id`, also for types that are `Hashable`.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: AnyObject {
  /// The reference.
  @inlinable public var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Diffable where Self: AnyObject & Identifiable, ID: Sendable {
  /// The `id`, also for classes.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: AnyObject & Hashable & Sendable {
  /// The object itself, by its own `==`.
  @inlinable public var identity: Self { self }
}

extension Diffable where Self: AnyObject & Identifiable & Hashable & Sendable, ID: Sendable {
  /// The `id`, also for classes that are `Hashable`.
  @inlinable public var identity: ID { id }
}

// MARK: - What the compiler says where there is no default

extension Diffable {
  /// Not there: what the compiler reports for a type whose content nothing compares.
  @available(
    *, unavailable,
    message:
      "changed rows would never update; make it Equatable (and nonisolated), implement hasSameContent(as:), or use Opaque"
  )
  public func hasSameContent(as other: Self) -> Bool { false }

  /// Not there: what the compiler reports for a type without an identity.
  ///
  /// `ObjectIdentifier` is what the compiler infers where no other default fits, so that it reports this one.
  @available(
    *, unavailable, message: "rows need an identity; make the type Identifiable or Hashable, or wrap it in Keyed"
  )
  public var identity: ObjectIdentifier { ObjectIdentifier(Self.self) }
}

// MARK: - Types of the standard library

extension Int: Diffable {}
extension Int8: SeldomRow {}
extension Int16: SeldomRow {}
extension Int32: SeldomRow {}
extension Int64: Diffable {}
extension UInt: SeldomRow {}
extension UInt8: SeldomRow {}
extension UInt16: SeldomRow {}
extension UInt32: SeldomRow {}
extension UInt64: Diffable {}
extension String: Diffable {}
extension Bool: SeldomRow {}
extension Character: SeldomRow {}
extension Double: SeldomRow {}
extension Float: SeldomRow {}

extension Optional: Diffable where Wrapped: Diffable {
  /// The identity of what is wrapped, or `nil`.
  @inlinable public var identity: Wrapped.Identity? {
    switch self {
    case .some(let wrapped): wrapped.identity
    case .none: nil
    }
  }

  /// Whether both are `nil`, or what both wrap has the same content.
  @inlinable public func hasSameContent(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (.some(let one), .some(let two)): one.hasSameContent(as: two)
    case (.none, .none): true
    default: false
    }
  }
}
