/// A cell that shows a value of a type of its own.
///
/// ```swift
/// extension ReviewCell: BindableCell {
///   static var cellSource: CellSource { .nib("ReviewCell") }
///   func show<Section>(_ review: Review, _ context: CellContext<Section, Review>) { body = review.body }
/// }
///
/// .choosing { line, place in
///   switch line {
///   case .title(let title): .binding(TitleCell.self, to: title)
///   case .review(let review): .binding(ReviewCell.self, to: review)
///   }
/// }
/// ```
@MainActor public protocol BindableCell: AnyObject {
  /// What it shows.
  associatedtype Value

  /// The name under which such cells are reused; the type's name unless it says otherwise.
  static var reuseIdentifier: String { get }

  /// Where such cells come from; the view makes them of their type unless they say otherwise.
  static var cellSource: CellSource { get }

  /// How a row that has changed is shown anew; in place unless they say otherwise.
  static var cellUpdate: CellUpdate { get }

  /// Shows a value.
  func show<Section>(_ value: Value, _ context: CellContext<Section, Value>)
}

extension BindableCell {
  /// The type's name.
  public static var reuseIdentifier: String { String(describing: Self.self) }

  /// The view makes cells of their type.
  public static var cellSource: CellSource { .type(Self.self) }

  /// In place.
  public static var cellUpdate: CellUpdate { .inPlace }
}

extension CellKind {
  /// Cells that show rows of their own type.
  public static func binding<Bindable: BindableCell>(_ type: Bindable.Type) -> CellKind where Row == Bindable.Value {
    CellKind(type, reuseIdentifier: type.reuseIdentifier, source: type.cellSource, update: type.cellUpdate) {
      $0.show($1, $2)
    }
  }

  /// Cells that show a value that was found in the row at hand.
  ///
  /// The cell hears no previous value; ``binding(_:finding:)`` finds that too.
  public static func binding<Bindable: BindableCell>(_ type: Bindable.Type, to value: Bindable.Value) -> CellKind {
    CellKind(type, reuseIdentifier: type.reuseIdentifier, source: type.cellSource, update: type.cellUpdate) {
      $0.show(value, CellContext(place: $2.place, previous: nil, scope: $2.scope, voice: $2.voice))
    }
  }

  /// Cells that show a value that rows have in them.
  ///
  /// - Parameters:
  ///   - type: The type of the cells.
  ///   - value: The value of a row. Where it is `nil`, the cell is left as it is.
  public static func binding<Bindable: BindableCell>(
    _ type: Bindable.Type, finding value: @escaping @MainActor (Row) -> Bindable.Value?
  ) -> CellKind {
    CellKind<Section, Bindable.Value, Cell>.binding(type).mapped(from: value)
  }
}

extension CellProvider {
  /// The same kind of cells for all rows, each of which is a value that they show.
  public static func binding<Bindable: BindableCell>(_ type: Bindable.Type) -> CellProvider
  where Row == Bindable.Value {
    .one(.binding(type))
  }
}
