#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes a line to standard error at once.
package func writeToStandardError(_ line: String) {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
  var line = line + "\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  #endif
}
