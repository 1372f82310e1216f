import Foundation

/// What the process has in memory.
struct Memory {
  /// What it was when everything had been done some times, so that caches are full.
  private var settled: Int?
  private(set) var most = 0
  /// Growth that is not a leak: the allocator's own, and fragmentation.
  private let allowance = 24 << 20

  /// Looks at it.
  ///
  /// - Parameter isSettled: Whether what is used now is to be enough from here on.
  /// - Returns: What is wrong.
  mutating func check(isSettled: Bool) -> String? {
    guard let used = Self.resident else { return nil }
    most = max(most, used)
    guard isSettled else { return nil }
    guard let settled else {
      settled = used
      return nil
    }
    return used > settled + allowance ? "memory grows: \(used >> 20) MB, it was \(settled >> 20) MB" : nil
  }

  /// Bytes in memory, on Linux.
  private static var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * 4_096 }
  }
}
