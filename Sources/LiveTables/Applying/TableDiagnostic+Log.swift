#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension TableDiagnostic {
  /// The message for standard error, with the view's origin, because tests create many views.
  package var logLine: String { "LiveTables: \(self)" + (origin.map { " (the view was made at \($0))" } ?? "") }

  func log() {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    var line = logLine + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    #endif
  }
}
