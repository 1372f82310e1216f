/// What a cell says goes through here, once it is known which cell it is.
@MainActor final class CellVoice {
  private var say: (@MainActor (any Sendable) -> Void)?

  /// Lets whatever a cell says be heard.
  func speak(_ say: @escaping @MainActor (any Sendable) -> Void) { self.say = say }

  func callAsFunction(_ event: any Sendable) { say?(event) }
}
