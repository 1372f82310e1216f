public import LiveTables

/// A row of any type: tables of mixed rows, where an enum of all types would be too much.
///
/// Rows are told apart by their type and, within a type, by their own identity.
///
/// ```swift
/// TableSnapshot(rows: [AnyRow(event), AnyRow(reminder), AnyRow(7)])
/// ```
public struct AnyRow: Diffable, Sendable, CustomStringConvertible {
  /// The row itself.
  public let base: any Diffable & Sendable

  /// Takes a row of any type.
  ///
  /// - Parameter base: The row.
  public init(_ base: some Diffable & Sendable) { self.base = base }

  /// Tells rows of any types apart.
  struct TypedIdentity: Hashable, Sendable, CustomStringConvertible {
    private let type: ObjectIdentifier
    private let base: any Hashable & Sendable

    init<Base: Diffable>(_ base: Base) {
      type = ObjectIdentifier(Base.self)
      self.base = base.identity
    }

    /// The same type, and the same identity in it.
    static func == (one: TypedIdentity, two: TypedIdentity) -> Bool {
      func isEqual<Base: Equatable>(_ base: Base) -> Bool { (two.base as? Base) == base }
      return one.type == two.type && isEqual(one.base)
    }

    /// Hashes the type and the identity.
    func hash(into hasher: inout Hasher) {
      hasher.combine(type)
      hasher.combine(base)
    }

    /// The identity in its type.
    var description: String { "\(base)" }
  }

  /// The type, and the identity in it.
  public var identity: some Hashable & Sendable { TypedIdentity(base) }

  /// Whether both are of one type and look the same.
  public func hasSameContent(as other: AnyRow) -> Bool {
    func isSame<Base: Diffable>(_ base: Base) -> Bool {
      (other.base as? Base).map { base.hasSameContent(as: $0) } ?? false
    }
    return isSame(base)
  }

  /// The row as Swift would print it.
  public var description: String { "\(base)" }
}
