import TableDiff

/// The animations that a view uses for each kind of change.
///
/// ```swift
/// var options = BindingOptions()
/// options.animations[.delete] = .fade
/// view.link.sectionAnimations[.inbox, default: TableAnimations()][.insert] = .left      // in one section only
/// ```
///
/// A kind of change without an animation uses the view's default animation or, in an individual section, the animation
/// in ``BindingOptions/animations``.
public struct TableAnimations: Hashable, Sendable {
  private var kinds: [ChangeKind: RowAnimation] = [:]

  /// Creates an instance without animations.
  public init() {}

  /// Creates an instance that uses the same animation for every kind of change.
  ///
  /// - Parameter animation: The animation. For an individual section, ``RowAnimation/automatic`` selects the view's
  ///   default animation instead of the animation in the options.
  public init(_ animation: RowAnimation) { for kind in ChangeKind.allCases { kinds[kind] = animation } }

  /// The animation for the given kind of change.
  public subscript(kind: ChangeKind) -> RowAnimation {
    get { kinds[kind] ?? .automatic }
    set { kinds[kind] = newValue }
  }

  /// Returns the animations for a batch update.
  ///
  /// - Complexity: O(1) if no individual section has animations, otherwise O(*k*) for *k* operations.
  func resolved<Section, Row>(
    for stage: BatchUpdate<Section, Row>, _ named: [Section.Identity: TableAnimations]
  ) -> BatchAnimation {
    if named.isEmpty { return BatchAnimation(kinds, [:]) }
    let operations = stage.operations
    var touched: [ChangeKind: Set<Int>] = [:]
    touched[.insert] = Set(operations.insertedSections + operations.insertedRows.map(\.section))
    touched[.delete] = Set(operations.deletedSections + operations.deletedRows.map(\.section))
    touched[.move] = Set(operations.movedSections.map(\.to) + operations.movedRows.map(\.to.section))
    touched[.update] = Set(operations.updatedSections + operations.updatedRows.map(\.section))
    let (source, target) = (stage.source.sections, stage.target.sections)
    var found: [ChangeKind: [Int: RowAnimation]] = [:]
    for (kind, indices) in touched {
      let table = kind == .delete || kind == .update ? source : target
      for index in indices where table.indices.contains(index) {
        found[kind, default: [:]][index] = named[table[index].value.identity]?.kinds[kind]
      }
    }
    return BatchAnimation(kinds, found)
  }
}
