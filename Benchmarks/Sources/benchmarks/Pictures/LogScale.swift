import Foundation

/// Maps numbers to places so that equal ratios have equal lengths.
struct LogScale {
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double

  /// Covers whole powers of ten around the values.
  init(_ values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 }
    low = log10(positive.min() ?? 1).rounded(.down)
    high = max(log10(positive.max() ?? 10).rounded(.up), low + 1)
    self.start = start
    self.end = end
  }

  func place(_ value: Double) -> Double { start + (log10(value) - low) / (high - low) * (end - start) }

  /// The powers of ten.
  var ticks: [Double] { stride(from: low, through: high, by: 1).map { pow(10, $0) } }
}
