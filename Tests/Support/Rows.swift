package import LiveTables

/// A row with an identity and a text.
package struct Item: Diffable, Identifiable, Equatable, Sendable, CustomStringConvertible {
  package let id: Int
  package var text = ""

  package init(_ id: Int, _ text: String = "") {
    self.id = id
    self.text = text
  }

  package var description: String { "\(id)\(text)" }
}

package func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item($0) } }

package func flat(_ ids: Int...) -> TableSnapshot<OneSection, Item> { TableSnapshot(rows: items(ids)) }

/// A row with a note that is not part of its content.
package struct Noted: Diffable, Identifiable, Equatable, Sendable {
  package let id: Int
  package var note: String

  package init(id: Int, note: String) {
    self.id = id
    self.note = note
  }

  package func hasSameContent(as other: Noted) -> Bool { true }
}
