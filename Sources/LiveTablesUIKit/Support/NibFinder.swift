#if canImport(UIKit)
import Foundation
import LiveTables
import UIKit

/// Knows which nibs there are: to load one that is not there would end the process.
@MainActor struct NibFinder {
  /// Whether a bundle has a nib of a name.
  var hasNib: (_ name: String, _ bundle: Bundle) -> Bool = { $1.path(forResource: $0, ofType: "nib") != nil }

  /// The nib of a name, if there is one: beside a class, or else in the main bundle.
  func nib(_ name: String, for type: AnyClass?) -> Nib? {
    let bundles = (type.map { [Bundle(for: $0)] } ?? []) + [Bundle.main]
    return bundles.first { hasNib(name, $0) }.map { Nib(name: name, bundle: $0) }
  }
}

/// A nib that is there.
@MainActor struct Nib {
  /// The name of its file.
  let name: String
  /// Where the file is.
  let bundle: Bundle

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
