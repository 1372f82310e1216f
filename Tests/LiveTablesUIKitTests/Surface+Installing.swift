#if canImport(UIKit)
import Foundation
import UIKit

// What installed tables, section styles and drags use besides; see Surface.swift.

@MainActor private func sections(_ view: UIView, _ scrollView: UIScrollView) {
  _ = \UIView.layer as KeyPath<UIView, CALayer>
  _ = \CALayer.cornerRadius as ReferenceWritableKeyPath<CALayer, CGFloat>
  _ = \CALayer.maskedCorners as ReferenceWritableKeyPath<CALayer, CACornerMask>
  let corners: [CACornerMask] = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
  _ = corners
  _ = UIColor.separator as UIColor
  #if !os(tvOS)
  _ = UIColor.secondarySystemGroupedBackground as UIColor
  #endif
  _ = scrollView.scrollRectToVisible(_:animated:) as @MainActor (CGRect, Bool) -> Void
  _ = \UIView.isFirstResponder as KeyPath<UIView, Bool>
  _ = view.isDescendant(of:) as @MainActor (UIView) -> Bool
  _ = view.insertSubview(_:at:) as @MainActor (UIView, Int) -> Void
  _ = view.convert(_:to:) as @MainActor (CGRect, UIView?) -> CGRect
  _ = \UIView.isHidden as ReferenceWritableKeyPath<UIView, Bool>
  #if canImport(ObjectiveC)
  _ = UICollectionViewLayout.invalidationContextClass as AnyClass
  #endif
}

#if !os(tvOS)
@MainActor private func sessions(_ drag: any UIDragSession, _ drop: any UIDropSession) {
  drag.localContext = nil as Any?
  _ = drop.localDragSession as (any UIDragSession)?
}
#endif
#endif
