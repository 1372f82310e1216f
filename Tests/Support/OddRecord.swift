/// A row whose id determines the order of decoding, with two types of keys, and renamed and missing columns.
package struct OddRecord: Decodable, Equatable, Sendable {
  package let id: Int
  package let name: String
  package let note: String?
  package let absent: Int?

  package init(id: Int, name: String, note: String?) {
    (self.id, self.name, self.note, absent) = (id, name, note, nil)
  }

  private enum Keys: String, CodingKey { case id, name = "title", note, absent }
  private enum OtherKeys: String, CodingKey { case id, title }

  package init(from decoder: any Decoder) throws {
    let columns = try decoder.container(keyedBy: Keys.self)
    let id = try columns.decode(Int.self, forKey: .id)
    switch id % 3 {
    case 0:
      name = try columns.decode(String.self, forKey: .name)
      note = try columns.decodeNil(forKey: .note) ? nil : columns.decode(String.self, forKey: .note)
      absent = try columns.decodeIfPresent(Int.self, forKey: .absent)
    case 1:
      absent = try columns.decodeIfPresent(Int.self, forKey: .absent)
      note = try columns.decodeIfPresent(String.self, forKey: .note)
      name = try columns.superDecoder().container(keyedBy: OtherKeys.self).decode(String.self, forKey: .title)
    default:
      let others = try decoder.container(keyedBy: OtherKeys.self)
      name = try others.decode(String.self, forKey: .title)
      absent = columns.contains(.absent) ? id : nil
      note = try columns.decodeIfPresent(String.self, forKey: .note)
      self.id = try others.decode(Int.self, forKey: .id)
      return
    }
    self.id = id
  }
}
