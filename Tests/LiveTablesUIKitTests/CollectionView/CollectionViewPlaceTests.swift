#if canImport(UIKit)
import LiveTables
import LiveTablesUIKit
import Testing
import UIKit

@Suite("A collection view's own data source and delegate") @MainActor struct CollectionViewPlaceTests {
  /// An earlier data source with two items, and a delegate that records calls.
  final class Caller: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
    var notes: [String] = []
    var maySelect = true

    func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 2 }

    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      collectionView.dequeueReusableCell(withReuseIdentifier: "own", for: indexPath)
    }

    func collectionView(_ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath) -> Bool {
      notes.append("may \(indexPath.item)")
      return maySelect
    }

    func collectionView(_ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath) {
      notes.append("did \(indexPath.item)")
    }

    func collectionView(
      _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
      insetForSectionAt section: Int
    ) -> UIEdgeInsets { UIEdgeInsets(top: 7, left: 0, bottom: 0, right: 0) }
  }

  @Test("The data source and delegate are replaced while bound, and restored when the binding is cancelled")
  func putBack() async throws {
    let screen = CollectionScreen()
    let caller = Caller()
    screen.view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "own")
    screen.view.dataSource = caller
    screen.view.delegate = caller
    let store = LetterStore()
    let binding = CountingBinder.tiles().attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1, 2, 3]))
    #expect(screen.ids == [1, 2, 3] && screen.view.dataSource !== caller)
    binding.cancel()
    #expect(screen.view.dataSource === caller && screen.view.delegate === caller)
    screen.view.layoutIfNeeded()
    #expect(screen.view.numberOfItems(inSection: 0) == 2)
  }

  @Test("Rows stay on screen if there was no earlier data source, or when a sequence ends") func stays() async throws {
    let screen = CollectionScreen()
    let store = LetterStore()
    let binding = CountingBinder.tiles().attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1, 2]))
    binding.cancel()
    #expect(screen.ids == [1, 2])

    let caller = Caller()
    let other = CollectionScreen()
    other.view.dataSource = caller
    let tables = AsyncStream<LetterTable> { continuation in
      continuation.yield(LetterTable([3]))
      continuation.finish()
    }
    try await CountingBinder.tiles().attach(to: other.view).bind(tables).finished
    #expect(other.ids == [3])
  }

  @Test("The next binding replaces the first, and the original data source is restored after it")
  func takesOver() async throws {
    let screen = CollectionScreen()
    let caller = Caller()
    screen.view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "own")
    screen.view.dataSource = caller
    let (first, second) = (LetterStore(), LetterStore())
    weak var old: CountingBinder?
    let binding = CountingBinder.tiles().attach(to: screen.view).bind(first)
    old = screen.view.dataSource as? CountingBinder
    try await first.submit(LetterTable([1]))
    let other = CountingBinder.tiles().attach(to: screen.view).bind(second)
    try await binding.finished
    #expect(old == nil)
    try await second.submit(LetterTable([2, 3, 4]))
    #expect(screen.ids == [2, 3, 4])
    other.cancel()
    #expect(screen.view.dataSource === caller)
  }

  @Test("The app's delegate receives messages, and answers those without a configured answer")
  func delegate() async throws {
    let screen = CollectionScreen()
    let caller = Caller()
    screen.view.delegate = caller
    let store = LetterStore()
    let binder = CountingBinder.tiles()
    binder.attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1, 2]))
    let path = IndexPath(item: 1, section: 0)
    #expect(binder.collectionView(screen.view, shouldSelectItemAt: path))
    binder.collectionView(screen.view, didSelectItemAt: path)
    #expect(caller.notes == ["may 1", "did 1"])
    caller.maySelect = false
    #expect(!binder.collectionView(screen.view, shouldSelectItemAt: path))

    binder.link.selection.mode = .one
    binder.link.selection.maySelect = { mail, _ in mail.id == 2 }
    #expect(binder.collectionView(screen.view, shouldSelectItemAt: path))
    #expect(!binder.collectionView(screen.view, shouldSelectItemAt: IndexPath(item: 0, section: 0)))
    #expect(caller.notes == ["may 1", "did 1", "may 1"])
  }

  @Test("The app's delegate receives messages that the binder does not implement") func unknown() async throws {
    let screen = CollectionScreen()
    let caller = Caller()
    screen.view.delegate = caller
    let store = LetterStore()
    CountingBinder.tiles().attach(to: screen.view).bind(store)
    try await store.submit(LetterTable([1]))
    #expect(screen.tile(0, 0)?.frame.minY == 7)
  }

  @Test("A cancelled binder can be bound again") func again() async throws {
    let screen = CollectionScreen()
    let caller = Caller()
    screen.view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "own")
    screen.view.dataSource = caller
    let binder = CountingBinder.tiles()
    let store = LetterStore()
    binder.attach(to: screen.view).bind(store).cancel()
    #expect(screen.view.dataSource === caller)
    let next = LetterStore()
    binder.attach(to: screen.view).bind(next)
    try await next.submit(LetterTable([5]))
    #expect(screen.ids == [5])
  }
}
#endif
