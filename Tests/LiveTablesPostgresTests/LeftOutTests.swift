#if !Postgres
import Testing

/// A disabled suite that explains why a run without the trait lacks tests.
@Suite(.disabled("the tests of LiveTablesPostgres need the trait Postgres; `make postgres` runs them"))
struct LeftOutTests {
  @Test func allOfThem() {}
}
#endif
