import Foundation

/// The memory of the process.
struct Memory {
  /// The memory after the first rounds, which have filled all caches.
  private var settled: Int?
  private(set) var most = 0
  /// Growth that is not a leak, such as the allocator's own memory and fragmentation.
  private let allowance = 24 << 20

  /// Measures the memory.
  ///
  /// - Parameter isSettled: Whether memory may not grow from now on.
  /// - Returns: A description of the problem, or `nil`.
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

  /// The resident memory in bytes, or `nil` on platforms other than Linux.
  private static var resident: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    return pages.map { $0 * 4_096 }
  }
}
