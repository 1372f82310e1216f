@testable import LiveTables

/// Records the events of one run, and compares them with the guarantees.
final class Record: @unchecked Sendable {  // everything runs on one thread
  /// The result of a submission.
  struct Answer {
    let name: String
    /// The number of admissions up to and including this one.
    let admission: Int
    let result: Result<Applied, any Error>
  }

  /// The target at the beginning.
  var first = Items()
  /// The tables and edits that the store has accepted since then, in order.
  private(set) var admissions: [Admission] = []
  /// The user's edits on screen, with the numbers of admissions and of shown tables before each.
  private(set) var userEdits: [(edit: Edit, after: Int, shown: Int)] = []
  private(set) var answers: [Answer] = []
  /// The tables that were on screen, after every single change.
  private(set) var shown: [Items] = []
  private(set) var asked: [String] = []
  private var ended: [String] = []
  private(set) var problems: [String] = []
  private var expectations: [(Record) -> Void] = []
  private var mortals: [(String, () -> AnyObject?)] = []

  enum Admission {
    case table(Items)
    case edit(Edit)
  }

  func problem(_ problem: String) {
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Adds a problem if a condition is false.
  func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
    if !holds { self.problem(problem()) }
  }

  // MARK: - Events

  func show(_ content: Items) { shown.append(content) }

  func ask(_ name: String) { asked.append(name) }

  /// Records that a request has ended without its own answer.
  func end(_ name: String) { ended.append(name) }

  func admit(_ admission: Admission) -> Int {
    admissions.append(admission)
    return admissions.count
  }

  func answer(_ name: String, _ admission: Int, _ result: Result<Applied, any Error>) {
    answers.append(Answer(name: name, admission: admission, result: result))
    guard case .success(let applied) = result, applied.mode != .reload(.noView) else { return }
    if !shown.contains(applied.table) { problem("\(name) was answered before it was shown") }
  }

  func userEdits(_ edit: Edit) { userEdits.append((edit, admissions.count, shown.count)) }

  /// Adds an object that has to be deallocated at the end.
  func dies(_ name: String, _ object: AnyObject) {
    weak let weakly = object
    mortals.append((name, { weakly }))
  }

  /// Adds an expectation that is checked at the end.
  func finally(_ expectation: @escaping (Record) -> Void) { expectations.append(expectation) }

  // MARK: - Verdict

  /// Returns the problems, when no task is left to run.
  func verdict() -> [String] {
    for expectation in expectations { expectation(self) }
    for (name, object) in mortals where object() != nil { problem("the \(name) is still alive") }
    checkAnswers()
    return problems
  }

  private func checkAnswers() {
    let answered = (answers.map(\.name) + ended).sorted()
    if answered != asked.sorted() { problem("asked \(asked), answered \(answered)") }
    var newest: [Int: Int] = [:]
    for answer in answers {
      guard case .success(let applied) = answer.result else { continue }
      let places = (answer.admission...max(answer.admission, admissions.count)).filter {
        Oracle(self).tables(upTo: $0, allUserEdits: false).contains(applied.table)
      }
      guard let place = places.first else {
        problem("\(answer.name) was answered with \(applied.table.text)")
        continue
      }
      checkEdits(answer, applied)
      if places.count == 1, userEdits.isEmpty, applied.mode != .reload(.noView) {
        newest[applied.revision] = max(place, newest[applied.revision] ?? 0)
        let isSuperseded = admissions[answer.admission..<place].contains { if case .table = $0 { true } else { false } }
        if applied.isSuperseded != isSuperseded { problem("\(answer.name): isSuperseded is \(applied.isSuperseded)") }
      }
    }
    let order = newest.sorted { $0.key < $1.key }.map(\.value)
    if order != order.sorted() { problem("shown in the order \(order)") }
  }

  /// The target, if the user edits nothing.
  var wanted: Items? { Oracle(self).tables(upTo: admissions.count, allUserEdits: true).first }

  /// Checks that an edit is listed as not found if, and only if, its rows were not found.
  private func checkEdits(_ answer: Answer, _ applied: Applied) {
    guard userEdits.isEmpty, case .edit(let edit) = admissions[answer.admission - 1] else { return }
    let isMissing = Oracle(self).findsNothing(answer.admission - 1)
    let isListed = applied.notFound.contains { $0.description == edit.description }
    if isMissing != isListed { problem("\(answer.name): not found is \(isMissing), listed is \(isListed)") }
  }

  /// Expects that rows that the user removed reappear only in a table that was admitted later.
  func expectRemoved(_ id: Int) {
    for (edit, after, seen) in userEdits where after == admissions.count && edit.description == "remove \(id)" {
      if shown[seen...].contains(where: { $0.row(id: id) != nil }) { problem("the user's removal of \(id) was undone") }
    }
  }

  /// Expects that the screen shows the last target, including the user's edits.
  func expectLast(_ view: Items) {
    let allowed = Oracle(self).tables(upTo: admissions.count, allUserEdits: true)
    if !allowed.contains(view) {
      problem("at the end it shows \(view.text) instead of \(allowed.map(\.text).joined(separator: " or "))")
    }
  }
}
