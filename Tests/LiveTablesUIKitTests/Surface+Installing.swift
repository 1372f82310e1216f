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
  _ = view.addSubview as @MainActor (UIView) -> Void
  _ = view.removeFromSuperview as @MainActor () -> Void
  _ = view.willMove(toSuperview:) as @MainActor (UIView?) -> Void
  _ = view.layoutSubviews as @MainActor () -> Void
  _ = \UIView.backgroundColor as ReferenceWritableKeyPath<UIView, UIColor?>
  _ = \UIView.isHidden as ReferenceWritableKeyPath<UIView, Bool>
  #if canImport(ObjectiveC)
  _ = UICollectionViewLayout.invalidationContextClass as AnyClass
  #endif
}

@MainActor private func constraints(_ view: UIView, _ guide: UILayoutGuide) {
  typealias ToY = @MainActor (NSLayoutAnchor<NSLayoutYAxisAnchor>) -> NSLayoutConstraint
  typealias ToX = @MainActor (NSLayoutAnchor<NSLayoutXAxisAnchor>) -> NSLayoutConstraint
  _ = \UIView.translatesAutoresizingMaskIntoConstraints as ReferenceWritableKeyPath<UIView, Bool>
  for anchor in [view.topAnchor, view.bottomAnchor, guide.topAnchor] { _ = anchor.constraint(equalTo:) as ToY }
  for anchor in [view.leadingAnchor, view.trailingAnchor] { _ = anchor.constraint(equalTo:) as ToX }
  _ = \NSLayoutConstraint.priority as ReferenceWritableKeyPath<NSLayoutConstraint, UILayoutPriority>
  _ = [UILayoutPriority(999), .required, .fittingSizeLevel] as [UILayoutPriority]
  _ = UIView.layoutFittingCompressedSize as CGSize
}

@MainActor private func labels() {
  _ = \UILabel.text as ReferenceWritableKeyPath<UILabel, String?>
  _ = \UILabel.numberOfLines as ReferenceWritableKeyPath<UILabel, Int>
}

#if !os(tvOS)
@MainActor private func sessions(_ drag: any UIDragSession, _ drop: any UIDropSession) {
  drag.localContext = nil as Any?
  _ = drop.localDragSession as (any UIDragSession)?
}
#endif
#endif
