#if canImport(UIKit)
import Foundation
import LiveTablesCells
import UIKit

extension Nib {
  /// Registers the nib with a view.
  ///
  /// - Parameters:
  ///   - reuseIdentifier: The reuse identifier of the cells, headers, or footers.
  ///   - kind: The kind of supplementary view, or `nil` for cells.
  func register(with view: any NibLoading, as reuseIdentifier: String, kind: SupplementaryKind? = nil) {
    view.register(self, as: reuseIdentifier, kind: kind)
  }
}

/// A view that loads nibs.
///
/// visionOS supports nibs, but deprecates the method that registers them. Calling it through a protocol avoids the
/// warning.
@MainActor protocol NibLoading: AnyObject {
  func register(_ nib: Nib, as reuseIdentifier: String, kind: SupplementaryKind?)
}

extension UITableView: NibLoading {
  @available(visionOS, deprecated: 1.0)
  func register(_ nib: Nib, as reuseIdentifier: String, kind: SupplementaryKind?) {
    let nib = UINib(nibName: nib.name, bundle: nib.bundle)
    if kind == nil {
      register(nib, forCellReuseIdentifier: reuseIdentifier)
    } else {
      register(nib, forHeaderFooterViewReuseIdentifier: reuseIdentifier)
    }
  }
}

extension UICollectionView: NibLoading {
  @available(visionOS, deprecated: 1.0)
  func register(_ nib: Nib, as reuseIdentifier: String, kind: SupplementaryKind?) {
    let nib = UINib(nibName: nib.name, bundle: nib.bundle)
    if let kind {
      register(nib, forSupplementaryViewOfKind: kind.elementKind, withReuseIdentifier: reuseIdentifier)
    } else {
      register(nib, forCellWithReuseIdentifier: reuseIdentifier)
    }
  }
}
#endif
