import TableDiff
import Testing

/// Promise 47: models that are references and change after they were handed over.
struct MutatingModelTests {
  /// A model whose identity and content are what they are at the moment.
  private final class Model: Diffable, Equatable {
    struct ID: Hashable, Sendable { var number: Int }
    var number: Int
    var content = 0
    /// Called whenever it is compared.
    var onCompare: () -> Void = {}
    init(_ number: Int) { self.number = number }
    var identity: ID { ID(number: number) }
    static func == (one: Model, two: Model) -> Bool {
      one.onCompare()
      return one.number == two.number && one.content == two.content
    }
  }

  private func check(_ changeset: Changeset<OneSection, Model>, _ note: String) {
    var used: Set<RowPath> = []
    for stage in changeset.stages {
      #expect(throws: Never.self, "\(note)") {
        try stage.operations.validate(before: stage.source.rowCounts, after: stage.target.rowCounts)
      }
      for move in stage.operations.movedRows { #expect(used.insert(move.from).inserted, "\(note)") }
    }
  }

  @Test func `models that change between the difference and its use leave it legal`() {
    for seed in 0..<300 {
      var random = SplitMix(seed: seed)
      let models = (0..<40).map { Model($0) }
      let old = Table(rows: models)
      let changeset = Table(rows: models.shuffled(using: &random)).difference(from: old)
      for model in models where Bool.random(using: &random) { model.number = Int.random(in: 0..<40, using: &random) }
      check(changeset, "seed \(seed)")
      #expect(changeset.stages.last?.target.count == 40)
    }
  }

  @Test func `models that change while they are compared make a difference larger, never illegal`() {
    for seed in 0..<300 {
      var random = SplitMix(seed: seed)
      let models = (0..<60).map { Model($0) }
      for model in models {
        model.onCompare = {
          let victim = models[Int.random(in: 0..<models.count, using: &random)]
          victim.number = Int.random(in: 0..<60, using: &random)
          victim.content += 1
        }
      }
      var order = models
      for _ in 0..<seed % 20 { order.swapAt(seed % 60, Int.random(in: 0..<60, using: &random)) }
      let fresh = order.map { model in
        let copy = Model(model.number)
        copy.onCompare = model.onCompare
        return copy
      }
      check(Table(rows: fresh).difference(from: Table(rows: models)), "seed \(seed)")
    }
  }
}
