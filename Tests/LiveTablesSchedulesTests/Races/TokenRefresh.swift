// Several requests find an expired token, and each of them refreshes it. The server accepts a refresh token only once.
// Reported as DanXi-Dev/DanXi-swift#31 and vellum-ai/vellum-assistant#22311.

private actor TokenServer {
  private(set) var refreshes = 0

  func refresh() -> Int {
    refreshes += 1
    return refreshes
  }
}

private actor Session {
  private let server: TokenServer
  private let isFixed: Bool
  private var token: Int?
  private var refreshing: Task<Int, Never>?

  init(_ server: TokenServer, isFixed: Bool) {
    self.server = server
    self.isFixed = isFixed
  }

  func validToken() async -> Int {
    if let token { return token }
    if !isFixed {
      let new = await server.refresh()
      token = new
      return new
    }
    let task = refreshing ?? Task { [server] in await server.refresh() }
    refreshing = task
    let new = await task.value
    token = new
    return new
  }
}

struct TokenRefresh: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let server = TokenServer()
    let session = Session(server, isFixed: isFixed)
    let tokens = [await session.validToken(), await session.validToken()]
    return tokens == [1, 1]
  }

  func explored(isFixed: Bool) async -> Bool {
    let server = TokenServer()
    let session = Session(server, isFixed: isFixed)
    async let first = session.validToken()
    async let second = session.validToken()
    _ = await (first, second)
    return await server.refreshes == 1
  }
}
