public import LiveTables

/// A value of one of two types, for tables with rows of two types.
///
/// To use more than two types, nest this type.
///
/// ```swift
/// typealias Row = Either<Either<Header, Mail>, Draft>
/// let rows: [Row] = [.left(.left(header)), .left(.right(mail)), .right(draft)]
/// ```
public enum Either<Left, Right> {
  /// A value of the first type.
  case left(Left)
  /// A value of the second type.
  case right(Right)

  /// The value, or `nil` if it is of the second type.
  public var left: Left? { if case .left(let left) = self { left } else { nil } }

  /// The value, or `nil` if it is of the first type.
  public var right: Right? { if case .right(let right) = self { right } else { nil } }
}

extension Either: Sendable where Left: Sendable, Right: Sendable {}
extension Either: Equatable where Left: Equatable, Right: Equatable {}
extension Either: Hashable where Left: Hashable, Right: Hashable {}

/// Rows of different types are never equal.
extension Either: Diffable where Left: Diffable, Right: Diffable {
  /// The identity and the type of the value.
  @inlinable public var identity: Either<Left.Identity, Right.Identity> {
    switch self {
    case .left(let left): .left(left.identity)
    case .right(let right): .right(right.identity)
    }
  }

  /// Returns whether both rows have the same type and the same content.
  @inlinable public func hasSameContent(as other: Either) -> Bool {
    switch (self, other) {
    case (.left(let one), .left(let two)): one.hasSameContent(as: two)
    case (.right(let one), .right(let two)): one.hasSameContent(as: two)
    default: false
    }
  }
}
