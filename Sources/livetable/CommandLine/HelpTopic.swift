/// What can be asked for help about.
enum HelpTopic: String, Equatable, CaseIterable {
  case tool
  case watch
  case diff
  case demo
  case sqlite
  case replay

  /// The help text, without a line break at its end.
  var text: String {
    switch self {
    case .tool: Self.toolText
    case .watch: Self.watchText
    case .diff: Self.diffText
    case .demo: Self.demoText
    case .sqlite: Self.sqliteText
    case .replay: Self.replayText
    }
  }

  private static let keys = "Keys (? shows them, too):\n" + ViewCommand.lines.joined(separator: "\n") + "\n"

  private static let rowOptions = """
      --id COLUMN[,COLUMN…]     what identifies a row; by default a column “id”, else the first unique column or columns
      --columns N|COLUMN,…      only these columns, also members such as status.phase; a number: how many there are
      --group-by COLUMN         show the rows in sections
      --sort-by COLUMN[:desc]   order the rows: numbers, sizes, times and versions by value, then texts
      --search TEXT             only rows that have all words of the text
    """

  private static let displayOptions = """
      --mark SECONDS|forever    how long rows are marked; by default until the next change, and for 5 seconds
      --history SIZE|TIME       how much of the past is kept: 100MB by default
      --record FILE             append all states to a file, for livetable replay
    """

  private static let toolText = """
    livetable shows tables that change, and what changed in them.

    Usage:
      livetable watch [OPTION…] COMMAND [ARG…]   run a command again and again, and show its rows
      livetable FILE [OPTION…]                   show a file, again when it changes
      PRODUCER | livetable [OPTION…]             show a stream of rows
      livetable replay FILE [OPTION…]            show a recording
      livetable diff OLD NEW [OPTION…]           print the differences between the tables of two files
      livetable sqlite FILE QUERY [OPTION…]      show a query of a database while others write to it
      livetable demo [FILE]                      keep a to-do list in a file, from several terminals at once

    Files and streams are CSV, TSV, JSON, NDJSON or columns, told apart by their text. In a stream of JSON an object is a
    row, inserted or updated by its identity; an object with "$delete": true removes its row; an array is a whole table.

    Options for files and streams:
    \(rowOptions)
      --input csv|tsv|json|columns   how rows are written; by default the text says so
    \(displayOptions)
      --help      this text; livetable COMMAND --help says more
      --version   the version of the tool

    Where standard output is no terminal, one line of JSON is printed for each change:
      {"revision":…,"sections":…,"rows":…,"inserted":…,"deleted":…,"moved":…,"updated":…,"superseded":…,"mode":…}
    Exit status: 0, or 2 where a line of the stream was invalid.
    """

  private static let watchText = """
    livetable watch runs a command again and again, never two at once, and keeps a live table of its rows.

    Usage:
      livetable watch [OPTION…] COMMAND [ARG…]     livetable watch 'COMMAND | COMMAND' runs a shell, as watch does

    Options:
      -n, --every SECONDS       the time from one start to the next; by default 2
      -x, --exec                never run a shell
      -d, --differences         as always: what has changed is marked
      --count N                 stop after N runs
      --input csv|tsv|json|columns   what the command prints; by default the output says so
    \(rowOptions)
    \(displayOptions)
      --skip N                  leave out the first N lines
      --no-header               the first line is a row; columns are named 1, 2, …

    The first run marks nothing. A run that fails is reported, and the last good table stays; no output is an empty table.

    \(keys)
    Exit status: 0, or 2 where the last run failed.
    """

  private static let diffText = """
    livetable diff prints the differences between two tables: which rows and sections are deleted, inserted, moved and
    updated, in the order in which a table view can apply them.

    Usage:
      livetable diff OLD NEW [OPTION…]     one of them may be -, standard input

    Options:
      --id COLUMN[,COLUMN…]     what identifies a row; by default a column “id”, else the first unique column or columns
      --group-by COLUMN         compare tables of sections, in order of first appearance
      --input csv|tsv|json|columns   what the files are; by default their extensions or texts say so
      --format text|json        how differences are printed; by default as text

    Exit status: 0 where the tables are equal, 1 where they differ, 2 where there is trouble.
    """

  private static let demoText = """
    livetable demo keeps a to-do list in a file. Several terminals may have the same list at once: each sees at once what
    the others change, and no change is lost.

    Usage:
      livetable demo [FILE]     the file, by default todo.json, need not exist

    Keys:
      arrows, j, k              move the cursor
      a                         add something below the cursor
      r, Return                 rename
      space                     check or uncheck
      d, Delete                 delete
      J, K                      move down or up, also to the next or previous list
      x                         select; space and d are about all that is selected then
      A, D                      add a list, remove the lists that are empty
      Escape, q                 take the cursor away, quit

    The file is JSON: {"lists": [{"name": "Today", "items": [{"title": "Water the plants", "done": false}]}]}
    """

  private static let sqliteText = """
    livetable sqlite keeps a live table of a query of a SQLite database, while any other program writes to it. The file
    is only read, nothing is polled, and a file that is locked, replaced or gone for a while is waited for.

    Usage:
      livetable sqlite FILE QUERY [OPTION…]

    Options:
    \(rowOptions)
                                a database is searched where it has a full-text table (FTS5) of the rows
      --count N                 stop after N tables
    \(displayOptions)

    Examples:
      livetable sqlite mail.db 'SELECT * FROM mail ORDER BY date DESC' --group-by folder
      livetable sqlite mail.db "SELECT rowid AS id, subject FROM mailText WHERE mailText MATCH 'lun*' ORDER BY rank"

    It is there where the tool was built with the trait SQLite: swift build --traits SQLite
    Exit status: 0, or 2 where there is trouble.
    """

  private static let replayText = """
    livetable replay shows a recording that livetable made with --record: each state as it came, or faster.

    Usage:
      livetable replay FILE [OPTION…]

    Options:
      --speed N                 how many times as fast; by default 1
      --group-by COLUMN         show the rows in sections
      --sort-by COLUMN[:desc]   order the rows
      --search TEXT             only rows that have all words of the text
    \(displayOptions)

    A recording that was cut off, at any byte, is shown up to there.

    \(keys)
    """
}
