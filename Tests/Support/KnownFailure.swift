package import TableDiff
import Testing

/// A batch that crashed a real app, or that a real view drew incorrectly.
package struct KnownFailure: Sendable, CustomTestStringConvertible {
  package var name: String
  package var before: [Int]
  package var after: [Int]
  /// The rule that `UITableView` and `UICollectionView` report, or `nil` if they accept the batch.
  package var viewRule: BatchRule?
  /// The rule that the stricter checks report.
  package var rule: BatchRule
  package var batch: BatchOperations

  package var testDescription: String { name }

  package init(
    _ name: String, _ before: [Int], _ after: [Int], views viewRule: BatchRule?, strict rule: BatchRule,
    _ fill: (inout BatchOperations) -> Void
  ) {
    self.name = name
    self.before = before
    self.after = after
    self.viewRule = viewRule
    self.rule = rule
    batch = TestSupport.batch(fill)
  }

  package static let all = [
    // The reload is rewritten as an insert at the destination of the move.
    KnownFailure(
      "IGListKit 690", [1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1], views: .r4, strict: .r4
    ) {
      $0.movedSections = [BatchMove(from: 2, to: 4)]
      $0.reloadedSections = [3]
      $0.deletedSections = [4]
      $0.insertedSections = [2]
    },
    KnownFailure("a developer forum, 80812", [4], [3], views: .r4, strict: .r4) {
      $0.deletedRows = [path(0, 1)]
      $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 1)), BatchMove(from: path(0, 3), to: path(0, 0))]
      $0.updatedRows = [path(0, 2)]
    },
    // The insert half of the reload stays in section 1, which has moved away.
    KnownFailure("radar 27041784", [3, 3], [3, 3], views: .r7, strict: .r7) {
      $0.updatedRows = [path(1, 0)]
      $0.movedSections = [BatchMove(from: 1, to: 0)]
    },
    KnownFailure(
      "a developer forum, 751732", [10, 20, 30], [11, 21, 29], views: nil, strict: .s2
    ) {
      $0.insertedRows = [path(0, 0), path(1, 2)]
      $0.updatedRows = [path(1, 1)]
      $0.deletedRows = [path(2, 1)]
    },
    KnownFailure(
      "IGListKit 691", [3, 3, 3, 3, 3, 3, 3, 3], [3, 4, 3, 3, 3, 3, 3, 3, 3], views: nil, strict: .s1
    ) {
      $0.insertedRows = [path(1, 0)]
      $0.insertedSections = [0]
      $0.movedSections = [BatchMove(from: 3, to: 1)]
    },
    KnownFailure("Bento 51", [2, 2], [2, 1, 3], views: nil, strict: .s1) {
      $0.insertedSections = [1]
      $0.movedSections = [BatchMove(from: 1, to: 2)]
      $0.insertedRows = [path(2, 0)]
    },
    KnownFailure("TLIndexPathTools 13", [2, 2], [2, 1, 1], views: .r4, strict: .r4) {
      $0.insertedSections = [2]
      $0.movedRows = [BatchMove(from: path(1, 0), to: path(2, 0))]
    },
    KnownFailure("JSQDataSourcesKit 12", [1, 1], [2], views: .r2, strict: .r2) {
      $0.deletedSections = [0]
      $0.movedRows = [BatchMove(from: path(0, 0), to: path(0, 0))]
    },
    KnownFailure("radar 28163205", [4, 0], [5, 0], views: nil, strict: .s3) {
      $0.reloadedSections = [0, 1]
    },
  ]
}
