/// A type whose values a diff can identify, and compare with earlier versions.
///
/// To diff rows, the library uses two requirements of this protocol:
///
/// - ``identity`` determines which row a value represents. Values with equal identities in the old and the new table
///   represent the same row.
/// - ``hasSameContent(as:)`` determines whether a row has changed. If it returns `false`, the row is updated in place.
///
/// Most types receive default implementations of both requirements:
///
/// | Type | Default identity |
/// |---|---|
/// | `Identifiable` | `id` |
/// | otherwise, `Hashable` | the value itself |
/// | otherwise, a class | the object's reference |
///
/// | Type | Default comparison of content |
/// |---|---|
/// | `Equatable` | `==` |
/// | otherwise, a class | `===` |
///
/// Other types have no default implementation of this method, because rows that cannot be compared would never change. Make such
/// a type `Equatable`, implement ``hasSameContent(as:)``, or wrap its values in ``Keyed``, ``ByEquality`` or
/// ``Opaque``.
///
/// A class that is not `Equatable` must be `Sendable`: either immutable, or isolated to the main actor, where cells
/// observe the object.
///
/// An incorrect implementation cannot cause an invalid diff or a trap. If an identity is not equal to itself, or if its
/// hash does not match its `==`, diffs are correct but larger.
public protocol Diffable: SendableMetatype {
  /// The type of a row's identity.
  associatedtype Identity: Hashable & Sendable

  /// A value that distinguishes this row from other rows, and stays equal when the content changes.
  var identity: Identity { get }

  /// Returns whether another version of this row has the same content.
  ///
  /// - Parameter other: An earlier or later version of the row, with an equal identity.
  /// - Returns: `true` if both versions look the same, so that the row needs no update.
  func hasSameContent(as other: Self) -> Bool

  /// Compares or hashes many rows in a single call. Do not implement this method, which only the diff engine calls.
  static func _answer(_ question: _RowQuestion) -> (number: Int, changed: UInt64)
}

// MARK: - Content

extension Diffable where Self: Equatable {
  /// Returns whether this value equals another version of the row.
  @inlinable public func hasSameContent(as other: Self) -> Bool { self == other }
}

extension Diffable where Self: AnyObject & Sendable {
  /// Returns whether both references are to the same object.
  @inlinable public func hasSameContent(as other: Self) -> Bool { self === other }
}

extension Diffable where Self: AnyObject & Equatable & Sendable {
  /// Returns whether two objects are equal, using `==`.
  @inlinable public func hasSameContent(as other: Self) -> Bool { self == other }
}

// MARK: - Identity

extension Diffable where Self: Identifiable, ID: Sendable {
  /// The `id` of the identifiable value.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: Hashable & Sendable {
  /// The value itself, which is its own identity.
  @inlinable public var identity: Self { self }
}

extension Diffable where Self: Identifiable & Hashable & Sendable, ID: Sendable {
  /// The value's `id`, which takes precedence over the `Hashable` value itself.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: AnyObject {
  /// The identifier of the object.
  @inlinable public var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

extension Diffable where Self: AnyObject & Identifiable, ID: Sendable {
  /// The `id` of the identifiable object.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: AnyObject & Hashable & Sendable {
  /// The object itself, compared with other objects using `==`.
  @inlinable public var identity: Self { self }
}

extension Diffable where Self: AnyObject & Identifiable & Hashable & Sendable, ID: Sendable {
  /// The object's `id`, which takes precedence over the `Hashable` object itself.
  @inlinable public var identity: ID { id }
}

// MARK: - Diagnostics for types without a default

extension Diffable {
  /// An unavailable default with which the compiler reports types whose content cannot be compared.
  @available(
    *, unavailable,
    message:
      "changed rows would never update; make it Equatable (and nonisolated), implement hasSameContent(as:), or use Opaque"
  )
  public func hasSameContent(as other: Self) -> Bool { false }

  /// An unavailable default with which the compiler reports types that have no identity.
  ///
  /// The compiler infers `ObjectIdentifier` if no other default implementation fits, and then reports this declaration.
  @available(
    *, unavailable, message: "rows need an identity; make the type Identifiable or Hashable, or wrap it in Keyed"
  )
  public var identity: ObjectIdentifier { ObjectIdentifier(Self.self) }
}

// MARK: - Standard library types

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
  /// The identity of the wrapped value, or `nil` if there is no value.
  @inlinable public var identity: Wrapped.Identity? {
    switch self {
    case .some(let wrapped): wrapped.identity
    case .none: nil
    }
  }

  /// Returns whether both values are `nil`, or both wrapped values have the same content.
  @inlinable public func hasSameContent(as other: Wrapped?) -> Bool {
    switch (self, other) {
    case (.some(let one), .some(let two)): one.hasSameContent(as: two)
    case (.none, .none): true
    default: false
    }
  }
}
