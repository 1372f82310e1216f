import LiveTables
import SwiftUI

struct Folder: Identifiable, Hashable, Diffable, Sendable {
  let id: Int
  var name: String
}

struct Folders: View {
  let rows: TableRows<Folder, String>

  var body: some View {
    List {
      ForEach(rows.sections) { folder in
        Section(folder.value.name) {
          ForEach(folder.rows) { Text($0.value) }
        }
      }
    }
  }
}
