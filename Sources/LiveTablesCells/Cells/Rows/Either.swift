public import LiveTables

/// One of two: rows of two types in one table, or of more by nesting.
///
/// ```swift
/// typealias Row = Either<Either<Header, Mail>, Draft>
/// let rows: [Row] = [.left(.left(header)), .left(.right(mail)), .right(draft)]
/// ```
public enum Either<Left, Right> {
  /// The first.
  case left(Left)
  /// The second.
  case right(Right)

  /// The first, if it is that.
  public var left: Left? { if case .left(let left) = self { left } else { nil } }

  /// The second, if it is that.
  public var right: Right? { if case .right(let right) = self { right } else { nil } }
}

extension Either: Sendable where Left: Sendable, Right: Sendable {}
extension Either: Equatable where Left: Equatable, Right: Equatable {}
extension Either: Hashable where Left: Hashable, Right: Hashable {}

/// A row is never the same as one of the other type.
extension Either: Diffable where Left: Diffable, Right: Diffable {
  /// Which of the two it is, and the identity of that.
  @inlinable public var identity: Either<Left.Identity, Right.Identity> {
    switch self {
    case .left(let left): .left(left.identity)
    case .right(let right): .right(right.identity)
    }
  }

  /// Whether both are of one type and look the same.
  @inlinable public func hasSameContent(as other: Either) -> Bool {
    switch (self, other) {
    case (.left(let one), .left(let two)): one.hasSameContent(as: two)
    case (.right(let one), .right(let two)): one.hasSameContent(as: two)
    default: false
    }
  }
}
