import TableDiff

/// Which animation belongs to which kind of change, in which section.
///
/// ```swift
/// var animations = TableAnimations.automatic
/// animations[.delete] = .fade
/// animations[.insert, inSection: Folder.inbox] = .left
/// ```
///
/// What is not said is the view's own choice. A section is named by its identity.
public struct TableAnimations: Hashable, Sendable {
  private var all: [ChangeKind: RowAnimation] = [:]
  private var sections: [SectionName: [ChangeKind: RowAnimation]] = [:]

  /// Everything as the view does it by itself.
  public static let automatic = TableAnimations()

  /// One animation for every kind of change, everywhere.
  public init(_ animation: RowAnimation = .automatic) {
    if animation != .automatic { for kind in ChangeKind.allCases { all[kind] = animation } }
  }

  /// The animation of a kind of change, in sections of which nothing else is said.
  public subscript(kind: ChangeKind) -> RowAnimation {
    get { all[kind] ?? .automatic }
    set { all[kind] = newValue }
  }

  /// The animation of a kind of change in one section.
  public subscript(kind: ChangeKind, inSection id: some Hashable & Sendable) -> RowAnimation {
    get { sections[SectionName(base: id)]?[kind] ?? self[kind] }
    set { sections[SectionName(base: id), default: [:]][kind] = newValue }
  }

  /// The same for one batch, in its indices.
  ///
  /// - Complexity: O(1) where no section is named, else O(*k*) for *k* operations.
  func resolved<Section, Row>(for stage: BatchUpdate<Section, Row>) -> BatchAnimation {
    if sections.isEmpty { return BatchAnimation(all, [:]) }
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
        found[kind, default: [:]][index] = sections[SectionName(base: table[index].value.identity)]?[kind]
      }
    }
    return BatchAnimation(all, found)
  }

  /// The identity of a section of any type.
  private struct SectionName: Hashable, Sendable {
    let base: any Hashable & Sendable

    static func == (one: SectionName, two: SectionName) -> Bool { AnyHashable(one.base) == AnyHashable(two.base) }

    func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
  }
}
