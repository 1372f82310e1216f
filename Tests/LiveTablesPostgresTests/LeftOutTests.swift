#if !Postgres
import Testing

/// What a run without the trait says of the tests that it lacks.
@Suite(.disabled("the tests of LiveTablesPostgres need the trait Postgres; `make postgres` runs them"))
struct LeftOutTests {
  @Test func allOfThem() {}
}
#endif
