#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension TableDiagnostic {
  /// Writes the diagnostic to standard error.
  func log() {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    var line = "LiveTables: \(self)\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    #endif
  }
}
