#if canImport(UIKit)
import LiveTables
import LiveTablesUIKit
import UIKit

/// A section that has a header if it has a name.
struct Shelf: Diffable, Identifiable, Equatable, Sendable {
  let id: Int
  var name: String?

  init(_ id: Int, _ name: String? = nil) {
    self.id = id
    self.name = name
  }
}

struct Letter: Diffable, Identifiable, Equatable, Sendable, ExpressibleByIntegerLiteral {
  let id: Int
  var subject: String

  init(_ id: Int, _ subject: String = "") {
    self.id = id
    self.subject = subject
  }

  init(integerLiteral id: Int) { self.init(id) }
}

/// A cell that records its configurations.
final class LetterTile: UICollectionViewCell {
  var mail: Letter?
  var configurations = 0
  var previous: Letter?
}

final class ShelfBand: UICollectionReusableView {
  var name = ""
}

/// A collection view in a window, with one item per line.
@MainActor final class CollectionScreen {
  let window: UIWindow
  let layout = UICollectionViewFlowLayout()
  let view: UICollectionView

  init(height: CGFloat = 440, isInWindow: Bool = true) {
    let frame = CGRect(x: 0, y: 0, width: 320, height: height)
    window = UIWindow(frame: frame)
    window.isHidden = false
    layout.itemSize = CGSize(width: 320, height: 44)
    layout.minimumLineSpacing = 0
    layout.minimumInteritemSpacing = 0
    view = UICollectionView(frame: frame, collectionViewLayout: layout)
    view.contentInsetAdjustmentBehavior = .never
    if isInWindow { enter() }
  }

  func enter() {
    window.addSubview(view)
    view.layoutIfNeeded()
  }

  /// The mails of the visible cells, from top to bottom.
  var mails: [Letter?] {
    view.layoutIfNeeded()
    return view.indexPathsForVisibleItems.sorted().map { (view.cellForItem(at: $0) as? LetterTile)?.mail }
  }

  var ids: [Int] { mails.map { $0?.id ?? -1 } }

  func tile(_ section: Int, _ item: Int) -> LetterTile? {
    view.layoutIfNeeded()
    return view.cellForItem(at: IndexPath(item: item, section: section)) as? LetterTile
  }

  func band(_ section: Int, _ kind: String = UICollectionView.elementKindSectionHeader) -> ShelfBand? {
    view.layoutIfNeeded()
    return view.supplementaryView(forElementKind: kind, at: IndexPath(item: 0, section: section)) as? ShelfBand
  }
}

typealias LetterTable = TableSnapshot<Shelf, Letter>
typealias LetterStore = TableStore<Shelf, Letter>

extension TableSnapshot where Section == Shelf, Row == Letter {
  /// Creates a table whose sections 0, 1, … contain the given mails.
  init(_ folders: [Letter]...) {
    self.init(sections: folders.enumerated().map { TableSection(Shelf($0, "folder \($0)"), rows: $1) })
  }
}

/// A binder that counts batches and reloads.
final class CountingBinder: CollectionViewBinder<Shelf, Letter> {
  var batches = 0
  var reloads = 0

  override func perform(
    _ stage: BatchUpdate<Shelf, Letter>, animation: BatchAnimation, commit: () -> Void
  ) throws {
    batches += 1
    try super.perform(stage, animation: animation, commit: commit)
  }

  override func reload(commit: () -> Void) {
    reloads += 1
    super.reload(commit: commit)
  }
}

extension CountingBinder {
  static func tiles(
    _ supplementaries: [SupplementaryKind: CellProvider<Shelf, Shelf, UICollectionReusableView>] = [:]
  ) -> CountingBinder {
    CountingBinder(
      .one(LetterTile.self) { cell, mail, context in
        cell.mail = mail
        cell.configurations += 1
        cell.previous = context.previous
      }, supplementaries: supplementaries)
  }
}
#endif
