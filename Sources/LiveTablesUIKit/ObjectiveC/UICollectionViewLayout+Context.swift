#if canImport(UIKit)
import Foundation
import UIKit

extension UICollectionViewLayout {
  /// Invalidates supplementary views and all layout that depends on their size, so that the view requests them again.
  ///
  /// The context must not contain views that the layout does not have, so the whole layout is also invalidated.
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
