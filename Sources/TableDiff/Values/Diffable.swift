/// A row or section that can be told from others and compared with an earlier version of itself.
///
/// Two questions decide what a table view has to do when its data changes:
///
/// - *Who is this?* Two values with equal ``identity`` are the same row, before and after.
/// - *Has it changed?* If ``hasSameContent(as:)`` answers no, the row is shown anew.
///
/// Most types answer both without a line of code, by naming the protocol:
///
/// | a type that is | has as identity |
/// |---|---|
/// | `Identifiable` | its `id` |
/// | else `Hashable` | itself |
/// | else a class | the reference |
///
/// and, as content, all of itself if it is `Equatable`, else nothing that could change.
///
/// Nothing a conforming type answers can make a difference illegal or trap: an identity that is not equal to itself, or
/// whose hash does not match its `==`, makes differences larger, never wrong.
public protocol Diffable: SendableMetatype {
  /// Tells one row from another.
  associatedtype Identity: Hashable & Sendable

  /// Who this is; equal before and after a change.
  var identity: Identity { get }

  /// Whether `other`, an earlier or later version of the same row, looks the same.
  func hasSameContent(as other: Self) -> Bool
}

// MARK: - Content

extension Diffable {
  /// Nothing in this type can be compared, so nothing changes.
  @inlinable public func hasSameContent(as other: Self) -> Bool { true }
}

extension Diffable where Self: Equatable {
  /// The same content is equality.
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

// MARK: - Types of the standard library

extension Int: Diffable {}
extension Int8: Diffable {}
extension Int16: Diffable {}
extension Int32: Diffable {}
extension Int64: Diffable {}
extension UInt: Diffable {}
extension UInt8: Diffable {}
extension UInt16: Diffable {}
extension UInt32: Diffable {}
extension UInt64: Diffable {}
extension String: Diffable {}
extension Bool: Diffable {}
extension Character: Diffable {}
extension Double: Diffable {}
extension Float: Diffable {}

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
