// Compares updates of lists with ten thousand and a million rows to the two usual ways to show another array. Prints an
// array of objects, whose keys match those of `make bench` where they mean the same. Arguments: the numbers of rows and
// updates.
import CGTK
import Foundation
import LiveTablesGTK

let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
let sizes = numbers.first.map { [$0] } ?? [10_000, 1_000_000]
/// The number of updates, by default as many as in a second; a slow machine skips none of them.
let updates = numbers.dropFirst().first ?? 60

@MainActor func measureSubject(_ table: TableSnapshot<OneSection, Line>) async throws -> Figures {
  let view = GTKListView()
  let window = Window(view)
  let binder = ListBinder<OneSection, Line>(
    .one(GTKLabel.self) { label, row, _ in
      label.text = row.text
      Binds.ids.append(row.id)
    })
  defer { window.close() }
  return try await binder.attach(to: view).withStore { store in
    try await store.submit(table)
    window.paint()
    return try await window.measure(table, updates: updates) { try await store.submit($0) }
  }
}

func json(_ rows: Int, _ subject: Figures, _ usual: [(name: String, figures: Figures)]) -> String {
  func number(_ value: Double) -> String { String(format: "%.3f", value) }
  func object(_ value: KeyPath<Figures, Double>) -> String {
    "{" + usual.map { "\"\($0.name)\": \(number($0.figures[keyPath: value]))" }.joined(separator: ", ") + "}"
  }
  return """
      {"scenario": "gtk", "rows": \(rows), "updates": \(updates), "subject_ms": \(number(subject.time)), \
    "baselines_ms": \(object(\.time)), "subject_binds": \(number(subject.binds)), "baselines_binds": \
    \(object(\.binds)), "needless_binds": \(number(subject.needless))}
    """
}

let status = GTKApplication.run("org.livetables.benchmark") { application in
  var objects: [String] = []
  for rows in sizes {
    let table = TableSnapshot(rows: (0..<rows).map { Line(id: $0) })
    let subject = try await measureSubject(table)
    var usual: [(name: String, figures: Figures)] = []
    // The time to append a row to a GTK list grows with the number of its rows.
    for way in UsualWay.allCases where way != .appending || rows <= 10_000 {
      usual.append((way.rawValue, try await way.measure(table, updates: min(updates, 3))))
    }
    objects.append(json(rows, subject, usual))
  }
  print("[\n" + objects.joined(separator: ",\n") + "\n]")
  application.quit()
}
exit(status)
