#if PEERS
import Differentiator
import EpoxyCore
@testable import ListKit
import LiveTables

/// The diffs of Epoxy and RxDataSources, and ListKit's diff of identities, its only part that runs on Linux.
struct Peers<Row: BenchmarkRow> {
  private struct Element: IdentifiableType, EpoxyCore.Diffable, Equatable {
    let row: Row
    var identity: Row.Identity { row.identity }
    var diffIdentifier: AnyHashable { row.identity }

    func isDiffableItemEqual(to other: any EpoxyCore.Diffable) -> Bool { self == other as? Element }

    static func == (one: Element, other: Element) -> Bool { one.row.hasSameContent(as: other.row) }
  }

  private struct OnlySection: IdentifiableType { var identity: Int { 0 } }

  private typealias Section = AnimatableSectionModel<OnlySection, Element>

  let contenders: [Contender]

  init(from old: [Row], to new: [Row]) {
    let identities = [old, new].map { $0.map(\.identity) }
    let elements = [old, new].map { $0.map(Element.init) }
    let sections = elements.map { [Section(model: OnlySection(), items: $0)] }
    contenders = [
      Contender(name: "listkit") {
        let changes = HeckelDiff.diff(old: identities[0], new: identities[1])
        return changes.inserts.count &+ changes.deletes.count &+ changes.moves.count
      },
      Contender(name: "epoxy") {
        let changes = elements[1].makeChangeset(from: elements[0])
        return changes.inserts.count &+ changes.deletes.count &+ changes.moves.count &+ changes.updates.count
      },
      Contender(name: "rxdatasources") {
        let stages = try? Diff.differencesForSectionedView(initialSections: sections[0], finalSections: sections[1])
        return (stages ?? []).reduce(0) {
          $0 &+ $1.insertedItems.count &+ $1.deletedItems.count &+ $1.movedItems.count &+ $1.updatedItems.count
        }
      },
    ]
  }
}
#endif
