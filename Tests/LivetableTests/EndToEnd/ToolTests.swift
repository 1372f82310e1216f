import Foundation
import Testing

@testable import livetable

/// Tests the tool end to end, in scripts and on terminals.
@Suite(.enabled(if: Tool.isBuilt), .timeLimit(.minutes(20))) struct ToolTests {
  private static let reload = #""inserted":0,"deleted":0,"moved":0,"updated":0,"superseded":0,"mode":"reload"}"#

  @Test(arguments: ["--help", "help", "watch --help", "diff -h", "help diff", "patch --help", "--version"])
  func helpIsPrintedToStandardOutput(arguments: String) async throws {
    let outcome = try await Tool.run("livetable \(arguments)")
    #expect(outcome.ending == .exited(status: 0))
    #expect(outcome.lines.first?.hasPrefix("livetable ") == true)
    #expect(outcome.errors == [])
  }

  @Test func helpThatNobodyReadsAnyMoreIsNoTrouble() async throws {
    let directory = try TemporaryDirectory()
    let script = "mkfifo p; exec 3<>p; exec 4>p; exec 3<&-; livetable help all >&4; echo $?"
    let outcome = try await Tool.run("cd \(directory.path); \(script)")
    #expect(outcome.lines == ["0"] && outcome.errors == [])
  }

  @Test(arguments: [
    "wacth", "--evry 2", "watch", "watch --every 0 -- ps", "watch --count 0 -- ps", "watch --every",
    "watch -- nope-nope",
    "watch --sort-by nope -- ps", "watch --id nope -- ps", "watch --group-by nope -- ps", "diff a.json",
    "diff gone.json gone.json", "diff a b --format xml", "< /dev/null --nope",
  ])
  func troubleIsTwoAndSaysOneLine(arguments: String) async throws {
    let outcome = try await Tool.run("livetable \(arguments)")
    #expect(outcome.ending == .exited(status: 2))
    #expect(outcome.lines == [])
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.hasPrefix("livetable: ") == true)
  }

  @Test func aDiffTellsByItsStatus() async throws {
    let directory = try TemporaryDirectory()
    let old = try directory.write(#"[{"id":1},{"id":2}]"#, to: "old.json")
    let new = try directory.write("{\"id\":2}\n{\"id\":1}\n", to: "new.ndjson")
    let equal = try await Tool.run("livetable diff \(old) \(old)")
    #expect(equal.ending == .exited(status: 0))
    #expect(equal.lines == ["The tables are equal: 2 rows."])
    let different = try await Tool.run("livetable diff \(old) \(new) --format json")
    #expect(different.ending == .exited(status: 1))
    #expect(different.lines.count == 1)
    let colored = try await Tool.run("livetable diff -c \(old) \(new)")
    #expect(colored.lines.joined().contains("\u{1B}[36m~"), "also where no terminal reads it")
    let broken = try await Tool.run("livetable diff \(old) \(new) --format json | head -c 1")
    #expect(broken.errors == [])
  }

  @Test(arguments: [
    "--count 2 --every 0.01 -- ps -eo pid,user,pcpu,args", "--count 2 --every 0.01 -- df",
    "--count 2 --every 0.01 --id 'mounted on' --sort-by used:desc -- df",
    "--count 2 --every 0.01 --skip 1 --no-header --columns 9 --id 9 -- ls -l /",
    "--count 2 --every 0.01 --sort-by %CPU:desc --group-by user -- ps -eo pid,user,pcpu,args",
  ])
  func aWatchPrintsALineForEachRun(arguments: String) async throws {
    let outcome = try await Tool.run("livetable watch \(arguments)")
    #expect(outcome.ending == .exited(status: 0), "\(outcome.errors)")
    #expect(outcome.errors == [])
    try #require(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix("{\"revision\":1,"))
    #expect(outcome.lines[0].hasSuffix(Self.reload))
    #expect(outcome.lines[1].hasPrefix("{\"revision\":2,"))
    #expect(outcome.lines[1].hasSuffix("\"mode\":\"batch\"}"))
  }

  @Test func aWatchReadsALog() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path) && git init -q . && for n in 1 2 3; do
        git -c user.name=a -c user.email=a@example.org commit -q --allow-empty -m "Change number $n"
      done
      livetable watch --count 1 --no-header --columns 2 -- git log --oneline
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["{\"revision\":1,\"sections\":1,\"rows\":3,\(Self.reload)"], "\(outcome.errors)")
  }

  #if os(Linux)
  @Test func runsLeaveNoFileNoThreadAndNoProcessBehind() async throws {
    let directory = try TemporaryDirectory()
    // Counts the tool's open files, threads, and child processes while it runs a command.
    let script = """
      cd \(directory.path)
      cat > run.sh <<'END'
      echo $(ls /proc/$PPID/fd | wc -l) $(ls /proc/$PPID/task | wc -l) \
        $(ps -o pid= --ppid $PPID | wc -l) >> counts
      echo ID; echo 1
      END
      livetable watch --count 60 --every 0.001 -- sh run.sh
      """
    #expect(try await Tool.run(script).errors == [])
    let counts = try String(contentsOfFile: directory.path + "/counts", encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    try #require(counts.count == 60 && counts.allSatisfy { $0.count == 3 })
    // A pipe of the previous run may stay open a moment longer.
    let (files, threads, processes) = (counts.map { $0[0] }, counts.map { $0[1] }, counts.map { $0[2] })
    let (first, last) = (files.prefix(10).max(), files.suffix(10).min())
    #expect(last ?? 0 <= first ?? 0, "open files: \(files)")
    #expect(threads[59] < threads[9] + 50, "threads: \(threads)")
    #expect(Set(processes) == [1], "processes: \(processes)")
  }
  #endif

  @Test func theStatusOfAWatchIsThatOfItsLastRun() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      cat > run.sh <<'END'
      echo x >> runs; n=$(wc -l < runs); echo ID; echo 1; [ $n -ne $1 ]
      END
      livetable watch --count 3 --every 0.01 -- sh run.sh 2; echo $?
      rm runs; livetable watch --count 3 --every 0.01 -- sh run.sh 3; echo $?
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines.filter { !$0.hasPrefix("{") } == ["0", "2"])
    #expect(outcome.lines.count == 6)
    #expect(
      outcome.errors == [
        "livetable: run 2 failed: it exited with status 1", "livetable: run 3 failed: it exited with status 1",
      ])
  }

  @Test func aStreamPrintsALineForEachChange() async throws {
    let outcome = try await Tool.run(
      #"printf '{"id":1}\n{"id":2}\n7\n[{"id":2}]\n{"id":2,"$delete":true}\n' | livetable"#)
    #expect(outcome.ending == .exited(status: 2))
    #expect(
      outcome.lines == [
        "{\"revision\":1,\"sections\":1,\"rows\":1,\(Self.reload)",
        #"{"revision":2,"sections":1,"rows":2,"inserted":1,"deleted":0,"moved":0,"updated":0,"superseded":0,"mode":"batch"}"#,
        #"{"revision":3,"sections":1,"rows":1,"inserted":0,"deleted":1,"moved":0,"updated":0,"superseded":0,"mode":"batch"}"#,
        #"{"revision":4,"sections":1,"rows":0,"inserted":0,"deleted":1,"moved":0,"updated":0,"superseded":0,"mode":"batch"}"#,
      ])
    #expect(outcome.errors.count == 1)
    #expect(outcome.errors.first?.hasPrefix("livetable: standard input, line 3: ") == true)
  }

  @Test("a named pipe is read as a stream, in the format of its extension") func namedPipe() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path); mkfifo p p.tsv
      printf '{"id":1}\n{"id":2}\n' > p & timeout 900 '\(Tool.path)' p | wc -l
      printf 'id\tn\n1\ta b\n' > p.tsv & timeout 900 '\(Tool.path)' p.tsv --once --format csv
      printf '{' > p & timeout 900 '\(Tool.path)' p
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["2", "id,n", "1,a b"] && outcome.ending == .exited(status: 2))
    #expect(outcome.errors.map { $0.hasPrefix("livetable: p, line 1: ") } == [true])
  }

  @Test func aTableIsPrintedOnce() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n2,b\n1,a\n", to: "t.csv")
    let outcome = try await Tool.run(
      """
      livetable \(path) --once --sort-by id; livetable --once --format json < \(path)
      livetable watch --once --format tsv -- cat \(path)
      """)
    #expect(outcome.errors == [])
    #expect(
      outcome.lines == [
        "id  n", " 1  a", " 2  b", "[", #"  {"id":"2","n":"b"},"#, #"  {"id":"1","n":"a"}"#, "]", "id\tn", "2\tb",
        "1\ta",
      ])
  }

  @Test func rowsAreArrangedByWhatIsNotShown() async throws {
    let directory = try TemporaryDirectory()
    let text = try directory.write("NAME STATE V\na up 1\nb down 3\nc up 2\n", to: "x.txt")
    let items = #"{"kind":"List","items":[{"n":"a","s":{"p":"up","r":9}},{"n":"b","s":{"p":"down","r":10}}]}"#
    let json = try directory.write(items, to: "x.json")
    let outcome = try await Tool.run(
      """
      livetable watch --once --format csv --columns NAME --sort-by V:desc -- cat \(text)
      livetable watch --once --format csv --columns NAME --group-by STATE -- cat \(text)
      livetable \(json) --once --format csv --columns n --sort-by s.r:desc
      livetable \(json) --once --format csv --columns s.nope; echo $?
      """)
    #expect(outcome.lines == ["NAME", "b", "c", "a", "NAME", "a", "c", "b", "n", "b", "a", "2"])
    #expect(outcome.errors.map { $0.contains("there is no column “s.nope”") } == [true])
  }

  @Test func itEndsWithWhatItWaitsFor() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path)
      cat > run.sh <<'END'
      echo x >> runs; echo ID N; echo 1 $(wc -l < runs)
      END
      livetable watch --every 0.01 --until 'N>=3' -- sh run.sh > /dev/null; echo $? $(wc -l < runs)
      livetable watch --every 0.01 --until-change --format ndjson -- sh run.sh | tail -n 1; wc -l < runs
      livetable watch --every 0.01 --count 2 --until 'N>99' -- sh run.sh > /dev/null; echo $?
      livetable watch --every 0.01 --count 2 --on-change 'cat > changes; echo told' -- sh run.sh > /dev/null; cat changes
      """
    let outcome = try await Tool.run(script)
    #expect(
      outcome.lines == [
        "0 3", #"{"revision":2,"op":"update","id":"1","old":{"ID":"1","N":"4"},"new":{"ID":"1","N":"5"}}"#, "5", "1",
        #"{"op":"update","id":"1","old":{"ID":"1","N":"8"},"new":{"ID":"1","N":"9"}}"#,
      ])
    #expect(outcome.errors == ["livetable: on change: told"])
  }

  @Test func aPatchIsMadeAndApplied() async throws {
    let directory = try TemporaryDirectory()
    let old = try directory.write("id,n\n1,a\n2,b\n3,c\n", to: "old.csv")
    let new = try directory.write("id,n\n3,c\n1,z\n4,d\n", to: "new.csv")
    let outcome = try await Tool.run(
      """
      livetable diff \(old) \(new) --format patch | livetable patch \(old) -
      cat \(old) | livetable diff - \(old) --input csv
      """)
    #expect(outcome.lines == ["id,n", "3,c", "1,z", "4,d", "The tables are equal: 3 rows."])
    #expect(outcome.errors == [])
  }

  @Test func standardInputIsReadFromWhereItStands() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path); printf 'a note above\nid,n\n1,a\n' > noted.csv; printf 'id,n\n1,b\n' > new.csv
      { read -r note; livetable diff - new.csv --input csv --format patch; } < noted.csv > changes
      { read -r note; livetable patch - changes; } < noted.csv
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["id,n", "1,b"] && outcome.errors == [])
  }

  @Test func aBrokenPipeEndsItQuietly() async throws {
    let outcome = try await Tool.run(
      "yes '{\"id\":1,\"v\":1}' | livetable | head -n 3; livetable watch --every 0.01 -- ps | head -n 2; "
        + "seq 30000 | livetable --once | head -n 1")
    #expect(outcome.lines.count == 6)
    #expect(outcome.errors == [])
  }

  @Test(arguments: ["INT", "TERM", "HUP"]) func aSignalEndsTheCommandsGroupToo(signal: String) async throws {
    let directory = try TemporaryDirectory()
    // The named pipe ends when neither the command nor its child holds it open.
    let script = """
      cd \(directory.path) && mkfifo held
      '\(Tool.path)' watch -- sh -c 'exec 3> held; sleep 1000 & echo up >&3; sleep 1000' &
      exec 4< held; read -r line <&4; kill -\(signal) $!; wait $!; echo $?; cat <&4
      """
    let outcome = try await Tool.run(script)
    let status = ["INT": "0", "TERM": "143", "HUP": "129"][signal]!
    #expect(outcome.lines == [status])
    #expect(outcome.errors == [])
  }

  @Test("an interrupt ends a command that would have ended itself", arguments: ["--once", "--count 2"])
  func interrupted(option: String) async throws {
    let directory = try TemporaryDirectory()
    // A shell makes background commands ignore interrupts; the tool handles them nevertheless.
    let script = """
      cd \(directory.path) && mkfifo held
      '\(Tool.path)' watch \(option) -- sh -c 'exec 3> held; echo up >&3; sleep 1000' &
      exec 4< held; read -r line <&4; kill -INT $!; wait $!; echo $?
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["130"] && outcome.errors == [])
  }

  @Test func closedStandardStreamsAreEmpty() async throws {
    let outcome = try await Tool.run("livetable <&-; echo $?")
    #expect(outcome.lines == ["0"])
    #expect(outcome.errors == [])
  }

  @Test func whatCannotBePrintedIsAnError() async throws {
    let outcome = try await Tool.run("echo '{\"id\":1}' | livetable --once >&-; echo $?")
    #expect(outcome.lines == ["2"])
    #expect(outcome.errors.count == 1)
  }

  @Test func aFileThatIsNoRecordingIsNotAppendedTo() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path); printf 'sku,name\\n1,Ink\\n' > f.csv; printf '{' > short
      for file in f.csv short; do livetable watch --count 1 --record $file -- echo hi; echo $?; done; cat f.csv short; echo
      livetable watch --count 1 --record new -- echo hi > /dev/null
      livetable watch --count 1 --record new -- echo hi > /dev/null; wc -l < new
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["2", "2", "sku,name", "1,Ink", "{", "4"])
    #expect(outcome.errors.count == 2)
  }

  @Test func theCommandEndsWithTheTerminal() async throws {
    let directory = try TemporaryDirectory()
    let terminal = try PseudoTerminal()
    // A closed terminal ends the input and also sends a signal.
    let script = """
      cd \(directory.path) && mkfifo held; export TERM=xterm
      '\(Tool.path)' watch -- sh -c 'exec 3> held; echo up >&3; sleep 1000' > \(terminal.path) &
      exec 4< held; read -r line <&4
      while kill -HUP $! 2> /dev/null; do :; done
      timeout 900 cat <&4 && echo gone
      """
    let outcome = try await Tool.run(script)
    #expect(outcome.lines == ["gone"])
  }

  #if os(Linux)
  @Test func aFloodStaysSmall() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      cd \(directory.path) && mkfifo out
      yes '{"id":1,"v":1}' | '\(Tool.path)' > out &
      exec 4< out; head -n 100 <&4 | tail -n 1
      grep VmHWM /proc/$!/status | tr -dc 0-9; kill $!
      """
    let outcome = try await Tool.run(script)
    try #require(outcome.lines.count == 2)
    #expect(outcome.lines[0].hasPrefix("{\"revision\":100,\"sections\":1,\"rows\":1,"))
    #expect(try #require(Int(outcome.lines[1])) < 50_000)
  }
  #endif
}
