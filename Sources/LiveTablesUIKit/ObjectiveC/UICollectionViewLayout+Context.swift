#if canImport(UIKit)
import Foundation
import UIKit

extension UICollectionViewLayout {
  /// Invalidates supplementary views, so that they are asked for again, and what depends on their size.
  func invalidateViews(_ views: [(kind: String, path: IndexPath)]) {
    #if canImport(ObjectiveC)
    let type = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
    let context = type?.init() ?? UICollectionViewLayoutInvalidationContext()
    #else
    let context = UICollectionViewLayoutInvalidationContext()
    #endif
    for (kind, path) in views { context.invalidateSupplementaryElements(ofKind: kind, at: [path]) }
    invalidateLayout(with: context)
  }
}
#endif
