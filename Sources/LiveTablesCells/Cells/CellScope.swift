import LiveTables

/// The period during which a cell shows a row, and the work that is cancelled when the period ends.
///
/// A scope begins whenever a cell is configured. The scope ends when the cell is configured again, is reused, or leaves
/// the screen, or when its row is deleted. The scope also ends when the binding is cancelled or replaced, or when the
/// view is deallocated.
///
/// ```swift
/// .one(MailCell.self) { cell, mail, context in
///   cell.subject = mail.subject
///   context.scope.forEach(mail.downloads) { cell.progress = $0 }
/// }
/// ```
///
/// When the bound sequence finishes, the table stays on screen, and the scopes of its cells continue.
@MainActor public final class CellScope {
  /// Whether the scope has ended, in which case new work is never run.
  package private(set) var isEnded: Bool

  private(set) var tasks: [Int: Task<Void, Never>] = [:]
  private var endings: [@MainActor () -> Void] = []
  /// The receiver of the cell's events, which ``CellStock`` sets when it records the cell.
  var receive: (@MainActor (any Sendable) -> Void)?
  private var started = 0

  /// Creates a scope.
  package convenience init() { self.init(isEnded: false) }

  init(isEnded: Bool) { self.isEnded = isEnded }

  isolated deinit { end() }

  // MARK: - Work

  /// Runs an asynchronous operation that is cancelled when the scope ends.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task, or `nil` to use the priority of the current task.
  ///   - operation: A closure that runs on the main actor. The closure does not run if the scope ends before the task
  ///     starts.
  public func task(priority: TaskPriority? = nil, _ operation: @escaping @MainActor () async -> Void) {
    start { [weak self] number in
      Task(priority: priority) { @MainActor in
        if !Task.isCancelled { await operation() }
        self?.forget(number)
      }
    }
  }

  /// Calls a closure on the main actor for each element of a sequence, in order, until the scope ends.
  ///
  /// The sequence is iterated off the main actor, and the next element is requested only after `body` returns. After
  /// the scope has ended, no further element is delivered, even if it has already been produced.
  ///
  /// - Parameters:
  ///   - sequence: The sequence to iterate.
  ///   - priority: The priority of the task, or `nil` to use the priority of the current task.
  ///   - onFailure: A closure that receives the error thrown by the sequence, unless the scope has ended.
  ///   - body: A closure that receives each element.
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

  /// Calls a closure when the scope ends, or immediately if it has already ended.
  ///
  /// Closures are called in the reverse order of their addition.
  ///
  /// - Parameter body: The closure to call.
  public func onEnd(_ body: @escaping @MainActor () -> Void) {
    if isEnded { return body() }
    endings.append(body)
  }

  // MARK: - The end

  /// Ends the scope, and cancels its tasks before this method returns.
  ///
  /// ``TableCells`` calls this method for its cells.
  package func end() {
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
