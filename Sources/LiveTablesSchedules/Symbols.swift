#if compiler(>=6.3) && canImport(Glibc)
import Foundation

/// The names of functions at some addresses, from the symbol table of the program.
struct Symbols {
  private var names: [UInt: String] = [:]

  init(of addresses: Set<UInt>) {
    guard
      let base = Self.base, let file = try? Data(contentsOf: URL(filePath: "/proc/self/exe"), options: .alwaysMapped)
    else { return }
    let wanted = addresses.filter { $0 >= base }.map { $0 - base }.sorted()
    file.withUnsafeBytes { bytes in
      for (address, name) in Self.find(wanted, in: bytes) { names[address + base] = Self.readable(name) }
    }
  }

  /// Returns the names of the innermost function of the program and of its callers.
  ///
  /// - Parameter functions: The addresses at which they continue, innermost first.
  func names(of functions: [UInt]) -> String? {
    var found: [String] = []
    for name in functions.lazy.compactMap({ names[$0] }) where found.count < 3 && found.last != name {
      found.append(name)
    }
    guard let first = found.first else { return nil }
    return (["\(first) continues"] + found.dropFirst()).joined(separator: ", called by ")
  }

  /// The address at which the program was loaded.
  private static var base: UInt? {
    guard
      let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
      let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    else { return nil }
    let line = maps.split(separator: "\n").first { $0.hasSuffix(program) }
    return line?.split(separator: "-").first.flatMap { UInt($0, radix: 16) }
  }

  /// Returns the names of the functions that contain some addresses, which are sorted (ELF, 64 bits).
  private static func find(_ wanted: [UInt], in file: UnsafeRawBufferPointer) -> [UInt: String] {
    func word<Word: FixedWidthInteger>(_ offset: Int, _: Word.Type) -> Int {
      Int(truncatingIfNeeded: file.loadUnaligned(fromByteOffset: offset, as: Word.self))
    }
    guard file.count > 64, file.loadUnaligned(as: UInt32.self) == 0x464c_457f, file[4] == 2 else { return [:] }
    var found: [UInt: String] = [:]
    let (headers, size, count) = (word(40, Int64.self), word(58, UInt16.self), word(60, UInt16.self))
    for header in (0..<count).map({ headers + size * $0 }) where word(header + 4, UInt32.self) == 2 {
      let (begin, length) = (word(header + 24, Int64.self), word(header + 32, Int64.self))
      let strings = word(headers + size * word(header + 40, UInt32.self) + 24, Int64.self)
      for symbol in stride(from: begin, to: begin + length, by: 24) where file[symbol + 4] & 0xf == 2 {
        let (address, size) = (UInt(word(symbol + 8, UInt64.self)), UInt(word(symbol + 16, UInt64.self)))
        var low = 0
        var high = wanted.count
        while low < high {
          let middle = (low + high) / 2
          if wanted[middle] < address { low = middle + 1 } else { high = middle }
        }
        while low < wanted.count, wanted[low] < address + max(size, 1) {
          let name = file[(strings + word(symbol, UInt32.self))...].prefix { $0 != 0 }
          found[wanted[low]] = String(decoding: name, as: UTF8.self)
          low += 1
        }
      }
    }
    return found
  }

  /// Returns a short form of a mangled name, such as `closure #1 in Search.run()`.
  ///
  /// - Returns: The name, or `nil` for a function of the compiler, of Swift's libraries or of this module.
  static func readable(_ mangled: String) -> String? {
    guard var name = Runtime.demangled(mangled) else { return nil }
    name.replace(/\((\w+) in _[0-9A-F]+\)/) { $0.1 }  // private types and functions
    let closures = name.matches(of: /closure #\d+/).map { String($0.0) }
    let function = name.split(separator: /( in | for | of |static )/).last ?? ""
    let path = function.prefix { !"(<".contains($0) }.split(separator: ".")
    if path.count < 2 || path[0] == "Swift" || path[0] == "LiveTablesSchedules" || name.contains("reabstraction thunk")
    {
      return nil
    }
    let call = path.dropFirst().joined(separator: ".") + (function.contains("(") ? "()" : "")
    return (closures + [call]).joined(separator: " in ")
  }
}
#endif
