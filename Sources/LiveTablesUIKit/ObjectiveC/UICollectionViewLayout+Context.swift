#if canImport(UIKit)
import Foundation
import UIKit

extension UICollectionViewLayout {
  /// Invalidates supplementary views, so that they are asked for again, and what depends on their size.
  ///
  /// What a layout does not have must not be named; so the layout is invalidated as a whole, too.
  func invalidateViews(_ views: [(kind: String, path: IndexPath)]) {
    let views = views.filter { layoutAttributesForSupplementaryView(ofKind: $0.kind, at: $0.path) != nil }
    #if canImport(ObjectiveC)
    let type = Self.invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
    let context = type?.init() ?? UICollectionViewLayoutInvalidationContext()
    #else
    let context = UICollectionViewLayoutInvalidationContext()
    #endif
    for (kind, path) in views { context.invalidateSupplementaryElements(ofKind: kind, at: [path]) }
    if !views.isEmpty { invalidateLayout(with: context) }
    invalidateLayout()
  }
}
#endif
