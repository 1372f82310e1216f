import Foundation
import Testing

@testable import livetable

private func run(_ script: String, outputLimit: Int = 1 << 20) async throws -> RunResult {
  try await CommandRun(command: ["/bin/sh", "-c", script], outputLimit: outputLimit).result()
}

@Suite(.timeLimit(.minutes(20))) struct CommandRunTests {
  @Test func collectsWhatACommandPrints() async throws {
    let result = try await run("echo out; echo err >&2; echo more")
    #expect(
      result
        == RunResult(ending: .exited(status: 0), output: Array("out\nmore\n".utf8), errorOutput: Array("err\n".utf8)))
    #expect(result.failure == nil)
  }

  @Test func collectsMoreThanAPipeHolds() async throws {
    let result = try await run("head -c 1000000 /dev/zero; head -c 100000 /dev/zero >&2")
    #expect(result.output.count == 1_000_000)
    #expect(result.errorOutput.count == 4096)
  }

  @Test func theEndOfWhatItSaysOnStandardErrorIsKept() async throws {
    let result = try await run("head -c 100000 /dev/zero >&2; echo the end >&2; exit 1")
    #expect(result.failure?.hasSuffix("the end") == true)
  }

  @Test func aCommandEndsByABrokenPipeAsOthersDo() async throws {
    signal(SIGPIPE, SIG_IGN)
    #expect(try await run("kill -PIPE $$; echo still here").ending == .killed(signal: SIGPIPE))
  }

  @Test func pipesAreNotInherited() throws {
    let pipe = try PipeEnds()
    defer { pipe.close() }
    for end in [pipe.reading, pipe.writing] { #expect(fcntl(end, F_GETFD) & FD_CLOEXEC != 0) }
  }

  @Test func aCommandThatIsStoppedGoesOnToEnd() async throws {
    let pipe = try NamedPipe()
    let task = Task {
      try await run(
        """
        exec 3> \(pipe.path); trap 'echo ended >&3; exit' TERM
        (kill -STOP $$; until ps -o state= -p $$ | grep -q T; do :; done; echo up >&3) &
        sleep 1000 & wait
        """)
    }
    let reader = onThread {
      let descriptor = open(pipe.path, O_RDONLY)
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 64)
      var text = ""
      while case let chunk = try FileDescriptor.read(descriptor, into: &buffer), !chunk.isEmpty {
        text += String(decoding: chunk, as: UTF8.self)
        task.cancel()
      }
      return text
    }
    #expect(try await task.value.ending == .stopped)
    #expect(try await reader.value == "up\nended\n")
  }

  @Test func aCommandReadsNothing() async throws {
    #expect(try await run("cat; echo end").output == Array("end\n".utf8))
  }

  @Test func saysHowACommandFailed() async throws {
    let failed = try await run("echo first >&2; echo second >&2; echo >&2; exit 3")
    #expect(failed.ending == .exited(status: 3))
    #expect(failed.failure == "it exited with status 3: second")
    let pointed = try await run(#"printf 'ERROR:  no such table\nLINE 1: x\n        ^\n' >&2; exit 1"#)
    #expect(pointed.failure == "it exited with status 1: ERROR:  no such table")
    #expect(try await run("kill -9 $$").failure == "it was ended by signal 9")
  }

  @Test func aCommandThatDoesNotExistIsNotFound() async throws {
    let error = await #expect(throws: SpawnError.self) {
      try await CommandRun(command: ["no-such-command-here"]).result()
    }
    #expect(error?.code == ENOENT)
    #expect(error?.description.contains("“no-such-command-here” was not found") == true)
    let directory = await #expect(throws: SpawnError.self) { try await CommandRun(command: ["/tmp"]).result() }
    #expect(directory?.code == EACCES)
  }

  @Test func aCommandThatPrintsWithoutEndIsStopped() async throws {
    let result = try await run("yes", outputLimit: 1 << 20)
    #expect(result.ending == .printedTooMuch(limit: 1 << 20))
    #expect(result.failure == "it printed more than 1 MB")
    #expect(result.output.count <= 1 << 20)
  }

  @Test func whatACommandLeavesBehindEndsWithIt() async throws {
    let pipe = try NamedPipe()
    let holders = onThread { try FileDescriptor.readFile(pipe.path) }
    let result = try await run("exec 3> \(pipe.path); sleep 1000 & echo out")
    #expect(result == RunResult(ending: .exited(status: 0), output: Array("out\n".utf8)))
    // The pipe ends when no process holds it open.
    #expect(try await holders.value == [])
  }

  @Test("background jobs of the user's command continue, and may print") func background() async throws {
    let (pipe, gate) = (try NamedPipe(), try NamedPipe())
    let opened = open(gate.path, O_RDWR | O_CLOEXEC)
    defer { close(opened) }
    let rest = onThread { try FileDescriptor.readFile(pipe.path) }
    let line = "exec 3> \(pipe.path); (read go < \(gate.path); echo noise; echo still here >&3) & echo started"
    #expect(await ShellCommand(line: line).run() == ShellCommand.Outcome(message: "started"))
    try FileDescriptor.write(Array("go\n".utf8), to: opened)
    #expect(try await rest.value == Array("still here\n".utf8))
  }

  @Test func cancellingEndsTheWholeGroup() async throws {
    let pipe = try NamedPipe()
    let task = Task {
      try await run("exec 3> \(pipe.path); trap '' TERM; sleep 1000 & echo up >&3; wait; sleep 1000")
    }
    let holders = onThread {
      let descriptor = open(pipe.path, O_RDONLY)
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 16)
      let greeting = try FileDescriptor.read(descriptor, into: &buffer)
      #expect(greeting == Array("up\n".utf8)[...])
      task.cancel()
      let end = try FileDescriptor.read(descriptor, into: &buffer)
      #expect(end.isEmpty)
    }
    #expect(try await task.value.ending == .stopped)
    try await holders.value
  }

  @Test func aCommandThatClosesItsPipesIsStillStopped() async throws {
    let pipe = try NamedPipe()
    let task = Task { try await run("exec 3> \(pipe.path) > /dev/null 2>&1; echo closed >&3; exec sleep 1000") }
    let reader = onThread {
      let descriptor = open(pipe.path, O_RDONLY)
      defer { close(descriptor) }
      var buffer = [UInt8](repeating: 0, count: 16)
      let greeting = try FileDescriptor.read(descriptor, into: &buffer)
      #expect(greeting == Array("closed\n".utf8)[...])
      task.cancel()
    }
    #expect(try await task.value.ending == .stopped)
    try await reader.value
  }

  #if os(Linux)
  @Test func aCommandThatIsNotThereCostsNothingHoweverOftenItIsTried() async {
    await #expect(processExitsWith: .success) {
      func used() throws -> (files: Int, pages: Int) {
        let sizes = String(decoding: try FileDescriptor.readFile("/proc/self/statm"), as: UTF8.self)
        let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        return (files, Int(sizes.split(separator: " ")[1]) ?? 0)
      }
      // Takes the minimum of five measurements, because other threads use memory, too.
      let growths = try (0..<5).map { _ in
        let before = try used()
        for _ in 0..<1000 { #expect(throws: SpawnError.self) { try ChildProcess(["no-such-command-here"]) } }
        let after = try used()
        return (files: after.files - before.files, pages: after.pages - before.pages)
      }
      #expect(growths.map { $0.files }.min()! <= 0)
      #expect(growths.map { $0.pages }.min()! < 40, "160 KB")
    }
  }
  #endif

  @Test func ofWhatACommandComplainsAboutTheEndIsKept() async throws {
    let result = try await run("seq 100000 >&2; echo why >&2; exit 3")
    #expect(result.errorOutput.count == 4096)
    #expect(result.failure == "it exited with status 3: why")
  }

  @Test func aCommandReadsWhatItIsGiven() async throws {
    let input = Array(String(repeating: "0123456789", count: 100_000).utf8)
    let result = try await CommandRun(command: ["cat"], input: input, outputLimit: 1 << 21).result()
    #expect(result == RunResult(ending: .exited(status: 0), output: input))
    #expect(try await run("cat; echo end").output == Array("end\n".utf8))
  }

  @Test func aTaskThatIsCancelledAlreadyStopsTheRun() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await run("sleep 1000")
    }
    #expect(try await task.value.ending == .stopped)
  }
}
