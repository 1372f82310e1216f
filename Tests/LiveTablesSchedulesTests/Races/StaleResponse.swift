// The response to an older search arrives last, and replaces the newer results.
// Reported as tkuitocc/dauphin-ios#46.

@MainActor private final class Search {
  private let isFixed: Bool
  private var query = ""
  private(set) var results: [String] = []

  init(isFixed: Bool) { self.isFixed = isFixed }

  func type(_ text: String) async {
    query = text
    let found = await Self.server(text)
    if isFixed, query != text { return }
    results = found
  }

  private nonisolated static func server(_ text: String) async -> [String] {
    await Task.yield()
    return ["\(text)-1", "\(text)-2"]
  }
}

struct StaleResponse: Race {
  @MainActor func ordinary(isFixed: Bool) async -> Bool {
    let search = Search(isFixed: isFixed)
    for text in ["s", "sw"] { await search.type(text) }
    return search.results == ["sw-1", "sw-2"]
  }

  @MainActor func explored(isFixed: Bool) async -> Bool {
    let search = Search(isFixed: isFixed)
    let tasks = ["s", "sw"].map { text in Task { await search.type(text) } }
    for task in tasks { await task.value }
    return search.results == ["sw-1", "sw-2"]
  }
}
