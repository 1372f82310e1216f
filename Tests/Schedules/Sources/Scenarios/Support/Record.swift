@testable import LiveTables

/// What happened in one run, and whether that is what was promised.
final class Record: @unchecked Sendable {  // everything runs on one thread
  /// Who waited, and what came of it.
  struct Answer {
    let name: String
    /// How many admissions there were after this one.
    let admission: Int
    let result: Result<Applied, any Error>
  }

  /// What was wanted at the beginning.
  var first = Items()
  /// What the store was given after that, in the order in which it was.
  private(set) var admissions: [Admission] = []
  /// Edits that the user made on screen.
  private(set) var userEdits: [(edit: Edit, after: Int, shown: Int)] = []
  private(set) var answers: [Answer] = []
  /// Everything that was on screen, after every single change.
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

  /// Adds a problem unless something holds.
  func expect(_ holds: Bool, _ problem: @autoclosure () -> String) {
    if !holds { self.problem(problem()) }
  }

  // MARK: - What happens

  func show(_ content: Items) { shown.append(content) }

  func ask(_ name: String) { asked.append(name) }

  /// Something that was asked for has ended without an answer of its own.
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

  /// Something that has to be gone at the end.
  func dies(_ name: String, _ object: AnyObject) {
    weak let weakly = object
    mortals.append((name, { weakly }))
  }

  /// Asked at the end.
  func finally(_ expectation: @escaping (Record) -> Void) { expectations.append(expectation) }

  // MARK: - What should have happened

  /// Problems, when nothing is left to run.
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

  /// What is wanted, if the user edits nothing.
  var wanted: Items? { Oracle(self).tables(upTo: admissions.count, allUserEdits: true).first }

  /// An edit that finds nothing is listed.
  private func checkEdits(_ answer: Answer, _ applied: Applied) {
    guard userEdits.isEmpty, case .edit(let edit) = admissions[answer.admission - 1] else { return }
    let isMissing = Oracle(self).findsNothing(answer.admission - 1)
    let isListed = applied.notFound.contains { $0.description == edit.description }
    if isMissing != isListed { problem("\(answer.name): not found is \(isMissing), listed is \(isListed)") }
  }

  /// Rows that the user removed do not come back, unless a table brings them that was admitted later.
  func expectRemoved(_ id: Int) {
    for (edit, after, seen) in userEdits where after == admissions.count && edit.description == "remove \(id)" {
      if shown[seen...].contains(where: { $0.row(id: id) != nil }) { problem("the user's removal of \(id) was undone") }
    }
  }

  /// What is on screen at the end is what was wanted last, and the user's own edits are in it.
  func expectLast(_ view: Items) {
    let allowed = Oracle(self).tables(upTo: admissions.count, allUserEdits: true)
    if !allowed.contains(view) {
      problem("at the end it shows \(view.text) instead of \(allowed.map(\.text).joined(separator: " or "))")
    }
  }
}
