import Foundation
import LiveTables
import LiveTablesTerminal

/// Methods for keys that change the query and its cells, or save the rows.
extension ScreenSink {
  func askForQuery() {
    guard let editor else { return status.hint("only livetable sqlite has a query") }
    view.prompt = TerminalPrompt("query:", text: editor.text) { [weak self] text in
      if let text { self?.showRows(of: text) }
    }
    perform { [self] in
      let names = try await editor.names()
      view.prompt?.completions = names
    }
  }

  func showRows(of query: String) {
    guard let editor else { return }
    perform { [self] in
      try await editor.show(query)
      if !hasTrouble { clear() }
      status.endHint()
      view.caption = "\(editor.caption)  \(ViewCommand.helpHint)"
    }
  }

  /// Prompts for the new value of the cell at the cursor.
  func askForCell() {
    guard let editor else { return status.hint("only livetable sqlite can change cells") }
    guard model.past == nil else { return status.hint("this is a past state; press . to return to the present") }
    guard let row = view.selectedRow, let name = cursorColumn,
      let value = RowColumn(name, isExact: true).value(in: row.object)
    else { return status.hint("move the cursor to a cell first") }
    view.prompt = TerminalPrompt("\(name):", text: value == .null ? "NULL" : value.printed) { [weak self] text in
      guard let self, let text, text != value.printed else { return }
      perform { [self] in
        try await editor.set(name, of: row, to: text)
        status.hint("changed: \(name) of \(row.identity.string)")
      }
    }
  }

  /// Prompts for a file, and writes the visible rows and columns to it.
  func askForFile() {
    guard model.shown != nil else { return }
    view.prompt = TerminalPrompt("save as (.csv .tsv .json .ndjson, text):") { [weak self] text in
      guard let self, let text, !text.isEmpty else { return }
      let home = ProcessInfo.processInfo.environment["HOME"]
      let path = text.hasPrefix("~/") ? (home ?? "~") + text.dropFirst() : text
      let format = path.split(separator: ".").last.flatMap { PrintFormat(rawValue: $0.lowercased()) } ?? .text
      // On the screen, the column by which rows are grouped is in the titles of sections.
      let groups = format == .text ? [] : [model.arranger.arrangement.groupBy].compactMap(\.self)
      let columns = groups.map { RowColumn($0, among: model.arranger.columns).name } + view.columns.map(\.title)
      let table = view.link.table
      perform { [self] in
        try await Self.save(TablePrinter(table: table, columns: columns), as: format, to: path)
        status.hint("saved \(table.count) rows to \(path)")
      }
    }
  }

  @concurrent private static func save(_ printer: TablePrinter, as format: PrintFormat, to path: String) async throws {
    do {
      try FileDescriptor.createFile(path, Array(printer.text(format).utf8))
    } catch {
      throw InputError(source: path, problem: "it could not be written (\(error))", remedy: "choose another name")
    }
  }

  private func perform(_ body: @escaping @MainActor () async throws -> Void) {
    commands.append(
      Task { [weak self] in
        do {
          try await body()
        } catch {
          if Task.isCancelled || error is CancellationError { return }
          self?.status.hint("\(error)", isKept: true)
        }
      })
  }
}
