#if canImport(UIKit)
import Foundation
import LiveTablesCells
import UIKit

extension Nib {
  /// Registers the nib with a view.
  ///
  /// - Parameters:
  ///   - view: The view that loads it.
  ///   - reuseIdentifier: The name of the cells, headers or footers.
  ///   - kind: What is in it besides cells.
  func register(with view: any NibLoading, as reuseIdentifier: String, kind: SupplementaryKind? = nil) {
    view.register(self, as: reuseIdentifier, kind: kind)
  }
}

/// A view that loads nibs.
///
/// visionOS loads them and calls them deprecated. A message that is sent by way of a protocol gives no warning of that.
@MainActor protocol NibLoading: AnyObject {
  /// Registers a nib for cells, or for views of a supplementary kind.
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
