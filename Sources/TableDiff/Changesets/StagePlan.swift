/// The indices of a changeset's batch updates, without the tables.
///
/// This type is a class, so that copying a changeset costs one reference count instead of one for each list.
@usableFromInline package final class StagePlan: Sendable {
  /// The source and target positions of the rows and sections whose content changes.
  ///
  /// These updates form the first batch update, in the order of the source.
  @usableFromInline package let updatedRows: [BatchMove<RowPath>]
  @usableFromInline package let updatedSections: [BatchMove<Int>]
  /// All other operations, except the section moves below.
  @usableFromInline package let structure: BatchOperations
  /// The moves of sections whose rows also change, which form a separate batch update.
  @usableFromInline package let movedSections: [BatchMove<Int>]
  /// The order of the target's sections before ``movedSections``, or an empty array.
  @usableFromInline package let intermediateOrder: [Int]

  /// Whether there are any operations of ``structure``, and the number of operations in all lists.
  ///
  /// These values are stored, because computing them copies and counts nine lists.
  @usableFromInline package let hasStructure: Bool
  @usableFromInline package let operationCount: Int

  /// A kind of batch update, in the order of ``Changeset/stages``.
  @usableFromInline package enum Kind: Sendable {
    case updates
    case structure
    case sectionMoves
  }

  @usableFromInline package static let empty = StagePlan()

  @usableFromInline package init(
    updatedRows: [BatchMove<RowPath>] = [], updatedSections: [BatchMove<Int>] = [],
    structure: BatchOperations = BatchOperations(), movedSections: [BatchMove<Int>] = [], intermediateOrder: [Int] = []
  ) {
    self.updatedRows = updatedRows
    self.updatedSections = updatedSections
    self.structure = structure
    self.movedSections = movedSections
    self.intermediateOrder = intermediateOrder
    let count = structure.count
    hasStructure = count > 0
    operationCount = updatedRows.count + updatedSections.count + count + movedSections.count
  }

  @usableFromInline package var hasUpdates: Bool { !updatedRows.isEmpty || !updatedSections.isEmpty }

  @usableFromInline package var updates: BatchOperations {
    var batch = BatchOperations()
    batch.updatedRows = updatedRows.map { $0.from }
    batch.updatedSections = updatedSections.map(\.from)
    return batch
  }

  @usableFromInline package var sectionMoves: BatchOperations {
    var batch = BatchOperations()
    batch.movedSections = movedSections
    return batch
  }
}
