@testable import LiveTables
import LiveTablesTesting
import TestSupport

/// A user's edit by place on screen, with the values needed to refuse it.
struct SituationEdit {
  let change: SituationChange
  /// The old text of the row, or an empty string if there was no row.
  let textBefore: String
  let edit: UserEdit<SampleSection, Watched>
}

extension SituationScreen {
  /// Makes a random user edit of a row on screen.
  func act(_ number: Int, _ watch: Watched.Watch, using random: inout SeededGenerator) -> SituationEdit? {
    guard let link else { return nil }
    let table = link.table
    let twins = table.paths(where: { $0.id == SituationTarget.twin })
    let removable = table.path(of: SituationTarget.removable)
    let replaceable = table.path(of: SituationTarget.replaceable)
    let section = table.sections.lastIndex { $0.value.id == SituationTarget.section }
    var (change, row) = (SituationChange.prepend(3_000 + number), RowPath?.none)
    switch Int.random(in: 0...3, using: &random) {
    case 0 where removable != nil: (change, row) = (.remove, removable)
    case 1 where !twins.isEmpty: (change, row) = (.removeTwin(of: twins.count), twins.last)
    case 2: (change, row) = (.replace("edited \(number)"), replaceable)
    default: break
    }
    let textBefore = row.flatMap { table[$0]?.text } ?? ""
    var done: UserEdit<SampleSection, Watched>?
    let editing = link.editing
    editing.rules = .inserting() + .deleting() + .updating()
    editing.note { edit in done = edit }
    users(change) {
      switch change {
      case .remove, .removeTwin: if let row { editing.delete(at: row) }
      case .replace(let text):
        if let row { editing.update(Watched(id: SituationTarget.replaceable, text: text, watch: watch), at: row) }
      default: if let section { editing.insert(Watched(id: 3_000 + number, watch: watch), at: RowPath(section, 0)) }
      }
    }
    return done.map { SituationEdit(change: change, textBefore: textBefore, edit: $0) }
  }
}
