import Foundation

/// A logarithmic scale, on which equal ratios have equal lengths.
struct LogScale {
  private let low: Double
  private let high: Double
  private let start: Double
  private let end: Double

  /// Creates a scale of whole powers of ten that covers the values.
  init(_ values: [Double], from start: Double, to end: Double) {
    let positive = values.filter { $0 > 0 }
    low = log10(positive.min() ?? 1).rounded(.down)
    high = max(log10(positive.max() ?? 10).rounded(.up), low + 1)
    self.start = start
    self.end = end
  }

  func place(_ value: Double) -> Double { start + (log10(value) - low) / (high - low) * (end - start) }

  /// The powers of ten on the scale.
  var ticks: [Double] { stride(from: low, through: high, by: 1).map { pow(10, $0) } }
}
