#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit

/// Where something is seen instead of rows: in a collection view its background, in other views as large as they are,
/// behind the rows that come.
@MainActor struct BackgroundPlace {
  private var shown: NSView?
  /// What was the background before.
  private var original: NSView?

  /// Shows a view, or, with `nil`, what was there before.
  mutating func show(_ view: NSView?, in host: NSView) {
    if view === shown { return }
    let old = shown
    shown = view
    guard let collectionView = host as? NSCollectionView else {
      if let old, old.superview === host { old.removeFromSuperview() }
      if let view { put(view, in: host) }
      return
    }
    let current = collectionView.backgroundView
    if old == nil || current !== old { original = current }
    collectionView.backgroundView = view ?? original
    if view == nil { original = nil }
  }

  private func put(_ view: NSView, in host: NSView) {
    view.frame = host.bounds
    view.autoresizingMask = [.width, .height]
    host.addSubview(view, positioned: .below, relativeTo: nil)
  }
}
#endif
