open class UIImage: NSObject, @unchecked Sendable {
  let name: String
  open var size: CGSize { CGSize(width: 20, height: 20) }

  public override init() { name = "" }

  init(standInName name: String) { self.name = name }

  public convenience init?(systemName name: String) {
    if name.isEmpty { return nil }
    self.init(standInName: name)
  }

  public convenience init?(named name: String) {
    if name.isEmpty { return nil }
    self.init(standInName: name)
  }

  open override func isEqual(_ object: Any?) -> Bool { (object as? UIImage)?.name == name }
  open override var hash: Int { name.hashValue }
}

@MainActor open class UIImageView: UIView {
  open var image: UIImage? { didSet { invalidateIntrinsicContentSize() } }

  public convenience init(image: UIImage?) {
    self.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    self.image = image
  }

  open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }
}
