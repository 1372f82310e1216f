/// The rules S1 to S4 of this project, for batches that pass UIKit's checks but crash or are drawn incorrectly on a
/// device. Their messages are not UIKit's.
extension StandInBatch {
  /// Returns the exception for the first stricter rule that the batch breaks, or `nil` if there is none.
  ///
  /// - Parameter reconfigured: The rows that are reconfigured in the same batch.
  public func strictFailure(reconfigured: [IndexPath] = []) -> StandInException? {
    movedSectionFailure(reconfigured) ?? contentFailure(reconfigured) ?? namingFailure(reconfigured)
  }

  private func movedSectionFailure(_ reconfigured: [IndexPath]) -> StandInException? {
    let sources = Set(movedSections.map(\.source))
    let targets = Set(movedSections.map(\.target))
    let before = (deleted + reloaded + reconfigured + moved.map(\.source)).first { sources.contains($0.section) }
    let after = (inserted + moved.map(\.target)).first { targets.contains($0.section) }
    return (before ?? after).map { broken("S1: \($0.standInName) is named in a section that moves in the same batch") }
  }

  private func contentFailure(_ reconfigured: [IndexPath]) -> StandInException? {
    if isStructural, !(reloaded.isEmpty && reconfigured.isEmpty && reloadedSections.isEmpty) {
      return broken("S2: reloads share a batch with insertions, deletions or moves")
    }
    return reloadedSections.first.map { broken("S3: section \($0) is reloaded as a whole") }
  }

  private func namingFailure(_ reconfigured: [IndexPath]) -> StandInException? {
    let sections =
      repeated(deletedSections + movedSections.map(\.source))
      ?? repeated(insertedSections + movedSections.map(\.target))
    if let sections { return broken("S4: section \(sections) is named twice") }
    let path =
      repeated(deleted + moved.map(\.source)) ?? repeated(reloaded + reconfigured)
      ?? repeated(inserted + moved.map(\.target))
    if let path { return broken("S4: \(path.standInName) is named twice") }
    let lost = (deleted + reloaded).first { deletedSections.contains($0.section) }
    let born = inserted.first { insertedSections.contains($0.section) }
    return (lost ?? born).map { broken("S4: \($0.standInName) is named although its section is deleted or inserted") }
  }

  private func broken(_ reason: String) -> StandInException {
    StandInException(name: StandInException.inconsistency, reason: reason)
  }

  private func repeated<Index: Hashable>(_ indices: [Index]) -> Index? {
    var seen: Set<Index> = []
    return indices.first { !seen.insert($0).inserted }
  }
}

extension IndexPath {
  /// The index path as exceptions print it.
  var standInName: String { "<NSIndexPath> {length = \(count), path = \(map(String.init).joined(separator: " - "))}" }
}
