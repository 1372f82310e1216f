public import Foundation

/// A layout that places as many items in each line as fit.
@MainActor open class UICollectionViewFlowLayout: UICollectionViewLayout {
  open var minimumLineSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  open var minimumInteritemSpacing: CGFloat = 10 { didSet { invalidateLayout() } }
  open var itemSize = CGSize(width: 50, height: 50) { didSet { invalidateLayout() } }
  open var estimatedItemSize = CGSize.zero { didSet { invalidateLayout() } }
  open var scrollDirection = UICollectionView.ScrollDirection.vertical { didSet { invalidateLayout() } }
  open var headerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  open var footerReferenceSize = CGSize.zero { didSet { invalidateLayout() } }
  open var sectionInset = UIEdgeInsets.zero { didSet { invalidateLayout() } }
  open var sectionHeadersPinToVisibleBounds = false { didSet { invalidateLayout() } }
  open var sectionFootersPinToVisibleBounds = false { didSet { invalidateLayout() } }

  @MainActor public class var automaticSize: CGSize {
    CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
  }

  private var items: [[UICollectionViewLayoutAttributes]] = []
  private var headers: [Int: UICollectionViewLayoutAttributes] = [:]
  private var footers: [Int: UICollectionViewLayoutAttributes] = [:]
  private var length: CGFloat = 0
  private var width: CGFloat = 0

  open override func prepare() {
    super.prepare()
    (items, headers, footers, length) = ([], [:], [:], 0)
    guard let view = collectionView else { return }
    width = isVertical ? view.bounds.width : view.bounds.height
    for section in 0..<view.numberOfSections { prepare(section, of: view) }
  }

  open override var collectionViewContentSize: CGSize {
    isVertical ? CGSize(width: width, height: length) : CGSize(width: length, height: width)
  }

  open override func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    var found: [UICollectionViewLayoutAttributes] = []
    for (section, line) in items.enumerated() {
      if let header = headers[section], header.frame.standInOverlaps(rect) { found.append(header) }
      found += line.filter { $0.frame.standInOverlaps(rect) }
      if let footer = footers[section], footer.frame.standInOverlaps(rect) { found.append(footer) }
    }
    return found
  }

  open override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    guard items.indices.contains(indexPath.section), items[indexPath.section].indices.contains(indexPath.item) else {
      return nil
    }
    return items[indexPath.section][indexPath.item]
  }

  open override func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    if indexPath.item != 0 { return nil }
    return switch elementKind {
    case UICollectionView.elementKindSectionHeader: headers[indexPath.section]
    case UICollectionView.elementKindSectionFooter: footers[indexPath.section]
    default: nil
    }
  }

  // MARK: - Lines

  private var isVertical: Bool { scrollDirection == .vertical }

  /// Returns a rectangle, given its position along the scrolling direction and across it.
  private func rect(at along: CGFloat, _ across: CGFloat, _ size: CGSize) -> CGRect {
    CGRect(origin: isVertical ? CGPoint(x: across, y: along) : CGPoint(x: along, y: across), size: size)
  }

  private func prepare(_ section: Int, of view: UICollectionView) {
    let delegate = view.delegate as? any UICollectionViewDelegateFlowLayout
    let inset = delegate?.collectionView(view, layout: self, insetForSectionAt: section) ?? sectionInset
    let lineSpacing =
      delegate?.collectionView(view, layout: self, minimumLineSpacingForSectionAt: section) ?? minimumLineSpacing
    let itemSpacing =
      delegate?.collectionView(view, layout: self, minimumInteritemSpacingForSectionAt: section)
      ?? minimumInteritemSpacing
    let (leading, trailing) = isVertical ? (inset.top, inset.bottom) : (inset.left, inset.right)
    let (near, far) = isVertical ? (inset.left, inset.right) : (inset.top, inset.bottom)

    append(
      delegate?.collectionView(view, layout: self, referenceSizeForHeaderInSection: section) ?? headerReferenceSize,
      UICollectionView.elementKindSectionHeader, section, to: &headers)
    length += leading
    var line: [UICollectionViewLayoutAttributes] = []
    var across = near
    var thickness: CGFloat = 0
    for item in 0..<view.numberOfItems(inSection: section) {
      let path = IndexPath(item: item, section: section)
      let size = delegate?.collectionView(view, layout: self, sizeForItemAt: path) ?? itemSize
      let (along, wide) = isVertical ? (size.height, size.width) : (size.width, size.height)
      if across > near, across + wide > width - far {
        length += thickness + lineSpacing
        (across, thickness) = (near, 0)
      }
      let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
      attributes.frame = rect(at: length, across, size)
      line.append(attributes)
      across += wide + itemSpacing
      thickness = max(thickness, along)
    }
    length += thickness + trailing
    items.append(line)
    append(
      delegate?.collectionView(view, layout: self, referenceSizeForFooterInSection: section) ?? footerReferenceSize,
      UICollectionView.elementKindSectionFooter, section, to: &footers)
  }

  /// Adds a header or footer across the view, or none if its length is zero.
  private func append(
    _ size: CGSize, _ kind: String, _ section: Int, to views: inout [Int: UICollectionViewLayoutAttributes]
  ) {
    let along = isVertical ? size.height : size.width
    if along <= 0 { return }
    let attributes = UICollectionViewLayoutAttributes(
      forSupplementaryViewOfKind: kind, with: IndexPath(item: 0, section: section))
    attributes.frame = rect(
      at: length, 0, isVertical ? CGSize(width: width, height: along) : CGSize(width: along, height: width))
    views[section] = attributes
    length += along
  }
}

extension CGRect {
  /// Returns whether the rectangles share more than an edge, like `intersects` on Apple's platforms.
  func standInOverlaps(_ other: CGRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}
