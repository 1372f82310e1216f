import Foundation
import TestSupport
import Testing

@testable import LiveTables
import LiveTablesTesting
@testable import TableDiff

struct IdentityTableTests {
  /// Returns the number of a value, or inserts the value if it is missing; compares as the table's callers must.
  private func find(_ value: Int, hash: UInt32, in table: inout IdentityTable, _ entered: inout [Int]) -> Int? {
    var probe = table.probe(hash)
    var found = table.next(&probe)
    while found >= 0 {
      if entered[found] == value { return found }
      found = table.next(&probe)
    }
    if table.isExhausted { return nil }
    entered.append(value)
    table.insert(entered.count - 1, at: probe)
    return nil
  }

  @Test(arguments: [0, 1, 2, 3, 10, 100, 5_000])
  func whatWasEnteredIsFoundWhatWasNotIsNot(count: Int) {
    var table = IdentityTable(capacity: count, identities: 3 * count)
    var entered: [Int] = []
    for value in 0..<count {
      #expect(find(value * 7, hash: identityHash(value * 7), in: &table, &entered) == nil)
    }
    for value in 0..<count {
      #expect(find(value * 7, hash: identityHash(value * 7), in: &table, &entered) == value)
      var probe = table.probe(identityHash(value * 7 + 1))
      var found = table.next(&probe)
      while found >= 0 {
        #expect(entered[found] != value * 7 + 1)
        found = table.next(&probe)
      }
    }
    #expect(!table.isExhausted)
  }

  @Test func identitiesOfOneHashAreToldApartByComparing() {
    var table = IdentityTable(capacity: 30, identities: 60)
    var entered: [Int] = []
    for value in 0..<30 { _ = find(value, hash: 0xdead_beef, in: &table, &entered) }
    for value in 0..<30 { #expect(find(value, hash: 0xdead_beef, in: &table, &entered) == value) }
  }

  @Test("many entries are inserted together at the places where their searches begin") func manyArePutInAtOnce() {
    var table = IdentityTable(capacity: 100, identities: 100)
    let home = UInt32(5) << 24
    var hashes: [UInt32] = [home, 0, home, .max, home + 1]
    #expect(table.collisions(hashes, count: 5) == 0)
    #expect(table.insert(10, hashes: hashes, count: 5) == 0b10100)
    #expect(table.collisions(hashes, count: 5) == 0b11111)
    for (hash, index) in [(home, 10), (0, 11), (.max, 13)] {
      var probe = table.probe(hash)
      #expect(table.next(&probe) == index && table.next(&probe) == -1)
    }
    hashes = (0..<64).map { $0 << 24 }
    #expect(table.insert(20, hashes: hashes, count: 64) == 1 << 5 | 1)
    for number in 0..<64 {
      var probe = table.probe(hashes[number])
      #expect(table.next(&probe) == [0: 11, 5: 10][number, default: 20 + number])
    }
  }

  @Test func aSearchGoesOnAtTheFrontOfTheTable() {
    var table = IdentityTable(capacity: 4, identities: 8)
    var entered: [Int] = []
    for value in 0..<4 { _ = find(value, hash: .max - UInt32(value), in: &table, &entered) }
    for value in 0..<4 { #expect(find(value, hash: .max - UInt32(value), in: &table, &entered) == value) }
  }

  @Test func oneHashForAllExhaustsTheTableAndTheSearchEnds() {
    let count = 100_000
    var table = IdentityTable(capacity: count, identities: 2 * count)
    let allowed = IdentityTable.probesPerIdentity * 2 * count + 1_025
    var compared = 0
    var index = 0
    while index < count, !table.isExhausted, compared <= allowed {
      var probe = table.probe(42)
      while table.next(&probe) >= 0 { compared += 1 }
      if table.isExhausted { break }
      table.insert(index, at: probe)
      index += 1
    }
    #expect(table.isExhausted && compared <= allowed)
  }

  @Test func numbersInAPatternDoNotExhaustTheTable() {
    var patterns = (1...700).map { (count: 1_000, stride: $0, first: 0) }
    // Distances close to whole turns of the golden ratio, and times at intervals of a second and an hour.
    patterns += [89, 144, 233, 336, 610, 1_000_000_000, 3_600_000_000].map { (100, $0, 1_700_000_000_000_000) }
    patterns += [1, 144, 336, 1_000, 1_008, 1_024, 65_536, 1_000_000_000, 1 << 32, 0x1_0000_0001].map {
      (20_000, $0, 0)
    }
    for (count, stride, first) in patterns {
      var table = IdentityTable(capacity: count, identities: count)
      var entered: [Int] = []
      for number in 0..<count {
        let value = first &+ number &* stride
        _ = find(value, hash: identityHash(value), in: &table, &entered)
      }
      let probes = IdentityTable.probesPerIdentity * count + 1_024 - table.probesLeft
      #expect(entered.count == count && probes < 2 * count, "\(count) numbers at a distance of \(stride)")
    }
  }

  @Test("numbers in a pattern are distinguished after the quick hash fails, and consecutive numbers at once")
  func numbersInAPatternAreDiffed() {
    func probes(_ count: Int, _ stride: Int) -> Int {
      var table = IdentityTable(capacity: count, identities: count)
      var entered: [Int] = []
      for number in 0..<count { _ = find(number * stride, hash: quick(number * stride), in: &table, &entered) }
      return table.isExhausted ? .max : IdentityTable.probesPerIdentity * count + 1_024 - table.probesLeft
    }
    #expect(probes(10_000, 1) < 100 && probes(10_000, 144) == .max && probes(1_000, 1_000_000_000) == .max)
    for number in [0, 7, 1 << 30] {
      let hashes = [quick(number), quick(Int64(number)), quick(UInt64(number)), quick(Int32(number))]
      #expect(Set(hashes).count == 1)
    }
    for (count, stride) in [(10_000, 144), (1_000, 1_000_000_000), (2_000, 0)] {
      let rows = (0..<count).map { Int64($0 * stride + 1_700_000_000_000_000_000) }
      let changeset = TableSnapshot(rows: rows.reversed()).difference(from: TableSnapshot(rows: rows))
      #expect(changeset.reload == nil)
      #expect(changeset.operationCount == (stride == 0 ? 0 : count - 1))
    }
  }

  private func quick(_ identity: some Hashable) -> UInt32 { quickHash(identity, seed: hashSeed) }

  private func bytes(_ identity: some Hashable) -> UInt32? { hashOfBytes(identity, seed: hashSeed) }

  /// Returns the hash that release builds use, in any build.
  private func releaseHash(_ identity: some Hashable) -> UInt32 { bytes(identity) ?? identityHash(identity) }

  @Test("only texts and UUIDs are hashed by their bytes")
  func whatHasAHashOfItsBytes() {
    for text in ["", "a", "in eight", "in more than eight bytes", "caf\u{E9}"] {
      #expect(hashOfBytes(text, seed: 7) == textHash(text, seed: 7))
      #expect(textHash(text, seed: 7) != textHash(text, seed: 8))
    }
    #expect(hashOfBytes("\u{212A}", seed: 7) == hashOfBytes("K", seed: 7), "the sign for kelvin is a K")
    let id = UUID()
    #expect(hashOfBytes(id, seed: 7) == hashOfBytes(UUID(uuidString: id.uuidString)!, seed: 7))
    #expect(hashOfBytes(id, seed: 7) != nil && hashOfBytes(id, seed: 8) != nil)
    #expect(hashOfBytes(Loose(bytes: id.uuid), seed: 7) == nil)
    #expect(hashOfBytes(Substring("a"), seed: 7) == nil && hashOfBytes(UInt8(1), seed: 7) == nil)
  }

  #if !DEBUG
  @Test("texts and UUIDs are hashed by their bytes") func hashedByBytes() {
    let id = UUID()
    #expect(identityHash("a text") == bytes("a text") && identityHash(id) == bytes(id))
  }
  #endif

  @Test("equal texts have the same hash in any representation")
  func equalTexts() {
    let pairs = [
      ("K", "\u{212A}"), ("a;b", "a\u{37E}b"), ("`12345678", "\u{1FEF}12345678"),
      ("\u{e9}t\u{e9}", "e\u{301}te\u{301}"),
      ("\u{2126}K", "\u{3A9}\u{212A}"), ("", ""), ("k", String(decoding: Array("k".utf8), as: UTF8.self)),
    ]
    for (one, two) in pairs {
      #expect(one == two)
      #expect(releaseHash(one) == releaseHash(two), "\(one)")
    }
  }

  /// Compares texts of characters that compose, decompose, reorder or have an equivalent in ASCII.
  @Test(arguments: 0..<8) func equivalentTextsHaveOneHash(seed: Int) {
    let characters = [
      "a", "u", "s", "K", ";", "`", "<", "=", " ", String(repeating: "long", count: 5), "\u{FC}", "\u{E9}", "\u{1E69}",
      "\u{226E}", "\u{301}", "\u{307}", "\u{308}", "\u{323}", "\u{338}", "\u{344}", "\u{34F}", "\u{37E}", "\u{1FEF}",
      "\u{212A}", "\u{2126}", "\u{AC01}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{F71}", "\u{F72}", "\u{F73}",
      "\u{30AB}", "\u{3099}", "\u{65E5}", "\u{1F1E9}", "\u{958}", "\u{915}", "\u{93C}", "\u{2ADC}",
    ]
    var random = SeededGenerator(seed: UInt64(seed))
    var count = 0
    for _ in 0..<10_000 {
      let length = Int.random(in: 1...8, using: &random)
      let text = (0..<length).map { _ in characters.randomElement(using: &random) ?? "" }.joined()
      for other in [text.decomposedStringWithCanonicalMapping, text.precomposedStringWithCanonicalMapping]
      where other == text {
        count += 1
        if releaseHash(other) != releaseHash(text) {
          Issue.record("seed \(seed): \(Array(text.unicodeScalars)), \(Array(other.unicodeScalars))")
        }
      }
    }
    #expect(count > 15_000)
  }

  @Test("texts that differ in content or length have different hashes")
  func differentTexts() {
    var texts = (0..<40).map { String(repeating: "a", count: $0) }
    for length in [1, 7, 8, 9, 15, 16, 17, 36] {
      for place in 0..<length {
        texts.append(String(repeating: "a", count: place) + "b" + String(repeating: "a", count: length - place - 1))
      }
    }
    texts += ["\0", "\0\0", "\u{e9}", "e", "\u{37F}"]
    for place in 0...20 {
      let ascii = Array(repeating: "a", count: 20)
      texts += ["\u{FC}", "\u{E4}", "u\u{323}"].map { (ascii[..<place] + [$0] + ascii[place...]).joined() }
    }
    #expect(Set(texts).count == texts.count && Set(texts.map(releaseHash)).count == texts.count)
    // A part that nearly all texts share does not exhaust the table.
    let count = 20_000
    var table = IdentityTable(capacity: count, identities: count)
    for index in 0..<count {
      var probe = table.probe(releaseHash("00000000-0000-0000-0000-\(100_000_000_000 + index)"))
      while table.next(&probe) >= 0 {}
      table.insert(index, at: probe)
    }
    #expect(!table.isExhausted)
  }

  @Test("UUIDs that differ in one bit have different hashes, and consecutive ones do not exhaust the table")
  func differentUUIDs() {
    func uuid(_ high: UInt64, _ low: UInt64) -> UUID {
      withUnsafeBytes(of: (high, low)) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
    let uuids = [uuid(0, 0)] + (0..<64).flatMap { [uuid(1 << $0, 0), uuid(0, 1 << $0), uuid(1 << $0, 1 << $0)] }
    #expect(Set(uuids.map(releaseHash)).count == uuids.count)
    for one in uuids { #expect(releaseHash(one) == releaseHash(UUID(uuidString: one.uuidString)!)) }
    let count: UInt64 = 20_000
    for stride: UInt64 in [1, 1 << 16, 1 << 44] {
      var table = IdentityTable(capacity: 2 * Int(count), identities: 2 * Int(count))
      for number in 0..<2 * count {
        let (high, low) = number % 2 == 0 ? (number * stride, 42) : (42, number * stride)
        var probe = table.probe(releaseHash(uuid(high, low)))
        while table.next(&probe) >= 0 {}
        table.insert(Int(number), at: probe)
      }
      #expect(!table.isExhausted, "stride \(stride)")
    }
  }

  /// A value with the length of a UUID that compares only its first byte.
  private struct Loose: Hashable {
    let bytes: uuid_t
    static func == (one: Loose, two: Loose) -> Bool { one.bytes.0 == two.bytes.0 }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes.0) }
  }

  @Test("an identity with the layout of a UUID uses its own hash") func ownHashOfSixteenBytes() {
    let one = Loose(bytes: UUID().uuid)
    var other = UUID().uuid
    other.0 = one.bytes.0
    #expect(releaseHash(one) == releaseHash(Loose(bytes: other)))
  }
}
