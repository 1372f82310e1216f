// Several views ask for an image that is not cached, and each of them downloads it.
// Reported as channel-io/BezierSwift#159.

private actor Images {
  private let isFixed: Bool
  private var cache: [String: String] = [:]
  private var loading: [String: Task<String, Never>] = [:]
  private(set) var downloads = 0

  init(isFixed: Bool) { self.isFixed = isFixed }

  func image(_ name: String) async -> String {
    if let image = cache[name] { return image }
    if isFixed, let task = loading[name] { return await task.value }
    let task = Task { await download(name) }
    loading[name] = task
    let image = await task.value
    cache[name] = image
    return image
  }

  private func download(_ name: String) async -> String {
    downloads += 1
    await Task.yield()
    return "image of \(name)"
  }
}

struct CacheStampede: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let images = Images(isFixed: isFixed)
    for _ in 0..<2 { _ = await images.image("cat") }
    return await images.downloads == 1
  }

  func explored(isFixed: Bool) async -> Bool {
    let images = Images(isFixed: isFixed)
    async let first = images.image("cat")
    async let second = images.image("cat")
    _ = await (first, second)
    return await images.downloads == 1
  }
}
