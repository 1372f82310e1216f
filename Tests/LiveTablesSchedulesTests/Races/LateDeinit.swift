// A task keeps a closed screen alive while it waits. The screen's `deinit` then stops the player of the next screen.
// Tasks that keep view controllers alive: ReactiveX/RxSwift#2658.

@MainActor private final class Player {
  private(set) var playing: Int?

  func play(_ id: Int) { playing = id }

  func stop(_ id: Int?) { if id == nil || playing == id { playing = nil } }
}

@MainActor private final class PlayerScreen {
  private let player: Player
  private let id: Int
  private let isFixed: Bool
  private(set) var title = ""

  init(_ id: Int, on player: Player, isFixed: Bool) {
    self.id = id
    self.player = player
    self.isFixed = isFixed
    player.play(id)
  }

  func load() -> Task<Void, Never> {
    Task { [weak self] in
      guard let self else { return }
      await Task.yield()  // the response of a server
      title = "video \(id)"
    }
  }

  isolated deinit { player.stop(isFixed ? id : nil) }
}

struct LateDeinit: Race {
  @MainActor func ordinary(isFixed: Bool) async -> Bool {
    let player = Player()
    var screen: PlayerScreen? = PlayerScreen(1, on: player, isFixed: isFixed)
    await screen?.load().value
    screen = nil
    screen = PlayerScreen(2, on: player, isFixed: isFixed)
    let isPlaying = player.playing == 2
    return withExtendedLifetime(screen) { isPlaying }
  }

  @MainActor func explored(isFixed: Bool) async -> Bool {
    let player = Player()
    var screen: PlayerScreen? = PlayerScreen(1, on: player, isFixed: isFixed)
    let loading = screen?.load()
    await Task.yield()
    screen = nil
    screen = PlayerScreen(2, on: player, isFixed: isFixed)
    await loading?.value
    let isPlaying = player.playing == 2
    return withExtendedLifetime(screen) { isPlaying }
  }
}
