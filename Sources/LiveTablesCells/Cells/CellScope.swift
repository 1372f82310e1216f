import LiveTables

/// The time in which a cell shows a row: work that is started here ends by itself.
///
/// A scope begins whenever a cell is configured, and ends when the cell is configured again or reused, leaves the screen,
/// its row is deleted, or the binding is cancelled, replaced or loses its view. There is nothing to empty by hand:
///
/// ```swift
/// .one(MailCell.self) { cell, mail, context in
///   cell.subject = mail.subject
///   context.scope.forEach(mail.downloads) { cell.progress = $0 }
/// }
/// ```
///
/// A stream that has ended, or the end of a stream of tables, leaves what is shown on screen, and so the scopes go on.
@MainActor public final class CellScope {
  /// Whether the scope has ended; work that is started afterwards never begins.
  package private(set) var isEnded: Bool

  private(set) var tasks: [Int: Task<Void, Never>] = [:]
  private var endings: [@MainActor () -> Void] = []
  /// What gets the events of the cell, once ``CellStock`` knows which cell that is.
  var receive: (@MainActor (any Sendable) -> Void)?
  private var started = 0

  /// Begins a scope.
  @_spi(Adapters) public convenience init() { self.init(isEnded: false) }

  init(isEnded: Bool) { self.isEnded = isEnded }

  isolated deinit { end() }

  // MARK: - Work

  /// Runs an operation as long as the scope lasts.
  ///
  /// - Parameters:
  ///   - priority: The priority; that of the current task if `nil`.
  ///   - operation: Runs on the main actor. It is cancelled when the scope ends, and is never begun if that happens
  ///     first.
  public func task(priority: TaskPriority? = nil, _ operation: @escaping @MainActor () async -> Void) {
    start { [weak self] number in
      Task(priority: priority) { @MainActor in
        if !Task.isCancelled { await operation() }
        self?.forget(number)
      }
    }
  }

  /// Delivers the elements of a sequence, on the main actor and in order, as long as the scope lasts.
  ///
  /// Once the scope has ended, no element is delivered, not even one that was on its way already. The sequence is read
  /// off the main actor, one element after the other: the next one is asked for when `body` has returned.
  ///
  /// - Parameters:
  ///   - sequence: The sequence.
  ///   - priority: The priority; that of the current task if `nil`.
  ///   - onFailure: Called with the error of the sequence, unless the scope has ended.
  ///   - body: Called for each element.
  public func forEach<S: AsyncSequence & Sendable>(
    _ sequence: S, priority: TaskPriority? = nil, onFailure: (@MainActor (any Error) -> Void)? = nil,
    _ body: @escaping @MainActor (S.Element) -> Void
  ) where S.Element: Sendable {
    start { [weak self] number in
      Task(priority: priority) { @concurrent in
        do {
          for try await element in sequence {
            guard await self?.deliver({ body(element) }) == true else { break }
          }
        } catch {
          await self?.deliver { onFailure?(error) }
        }
        await self?.forget(number)
      }
    }
  }

  /// Calls a closure when the scope ends, or at once if it has ended.
  ///
  /// The closures run in reverse order.
  ///
  /// - Parameter body: The closure.
  public func onEnd(_ body: @escaping @MainActor () -> Void) {
    if isEnded { return body() }
    endings.append(body)
  }

  // MARK: - The end

  /// Ends the scope: its tasks are cancelled before this returns.
  ///
  /// ``TableCells`` calls it for cells.
  @_spi(Adapters) public func end() {
    isEnded = true
    for task in tasks.values { task.cancel() }
    tasks = [:]
    while let ending = endings.popLast() { ending() }
  }

  private func start(_ task: (_ number: Int) -> Task<Void, Never>) {
    if isEnded { return }
    started += 1
    tasks[started] = task(started)
  }

  private func forget(_ number: Int) { tasks[number] = nil }

  @discardableResult private func deliver(_ body: @MainActor () -> Void) -> Bool {
    if isEnded { return false }
    body()
    return true
  }
}
