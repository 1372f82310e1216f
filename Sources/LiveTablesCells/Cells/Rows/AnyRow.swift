public import LiveTables

/// A type-erased row, for tables that contain rows of different types.
///
/// The identity of the row consists of the wrapped row's type and identity.
///
/// ```swift
/// TableSnapshot(rows: [AnyRow(event), AnyRow(reminder), AnyRow(7)])
/// ```
public struct AnyRow: Diffable, Sendable, CustomStringConvertible {
  /// The wrapped row.
  public let base: any Diffable & Sendable

  /// Wraps a row of any type.
  ///
  /// - Parameter base: The row to wrap.
  public init(_ base: some Diffable & Sendable) { self.base = base }

  /// An identity that is unique across types.
  struct TypedIdentity: Hashable, Sendable, CustomStringConvertible {
    private let type: ObjectIdentifier
    private let base: any Hashable & Sendable

    init<Base: Diffable>(_ base: Base) {
      type = ObjectIdentifier(Base.self)
      self.base = base.identity
    }

    static func == (one: TypedIdentity, two: TypedIdentity) -> Bool {
      func isEqual<Base: Equatable>(_ base: Base) -> Bool { (two.base as? Base) == base }
      return one.type == two.type && isEqual(one.base)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      hasher.combine(base)
    }

    var description: String { "\(base)" }
  }

  /// The identity of the row, which consists of the wrapped row's type and identity.
  public var identity: some Hashable & Sendable { TypedIdentity(base) }

  /// Returns whether both rows have the same type and the same content.
  public func hasSameContent(as other: AnyRow) -> Bool {
    func isSame<Base: Diffable>(_ base: Base) -> Bool {
      (other.base as? Base).map { base.hasSameContent(as: $0) } ?? false
    }
    return isSame(base)
  }

  /// The textual representation of the wrapped row.
  public var description: String { "\(base)" }
}
