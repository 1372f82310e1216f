/// What can be asked for help about.
enum HelpTopic: String, Equatable, CaseIterable {
  case tool
  case watch
  case diff
  case demo
  case sqlite

  /// The help text, without a line break at its end.
  var text: String {
    switch self {
    case .tool: Self.toolText
    case .watch: Self.watchText
    case .diff: Self.diffText
    case .demo: Self.demoText
    case .sqlite: Self.sqliteText
    }
  }

  private static let keys = """
    Keys: arrows, j, k, page up and down, home and end move; space holds what comes; q quits.
      /         filter: all words have to occur; Return keeps it, Escape gives back the former one
      Escape    show all rows again
      > <       sort by the next or previous column (also s and S)
      r         reverse the order
      t T       group by the next or previous column
      u         ungroup

    """

  private static let toolText = """
    livetable shows tables that change, and what changed in them.

    Usage:
      livetable watch [OPTION…] -- COMMAND [ARG…]   run a command again and again, and show its rows
      PRODUCER | livetable [OPTION…]                show a stream of rows (NDJSON)
      livetable diff OLD NEW [OPTION…]              print how to get from one file's table to the other's
      livetable demo [FILE]                         keep a to-do list in a file, from several terminals at once
      livetable sqlite FILE QUERY [OPTION…]         show a query of a database while others write to it

    A stream has one JSON value on each line: an object is a row, inserted or updated by its identity; an object with
    "$delete": true removes its row; an array of objects is a whole table.

    Options for a stream:
      --id COLUMN[,COLUMN…]     what identifies a row; a field “id”, else the first column, unless you say so
      --group-by COLUMN         show the rows in sections
      --sort-by COLUMN[:desc]   order the rows: numbers by their value, then texts
      --search TEXT             only rows that have all words of the text; capital letters count where they are written

      --help      this text; livetable watch --help, diff --help and sqlite --help say more
      --version   the version of the tool

    Where standard output is no terminal, one line of JSON is printed for each change that was applied:
      {"revision":…,"sections":…,"rows":…,"inserted":…,"deleted":…,"moved":…,"updated":…,"superseded":…,"mode":…}

    \(keys)
    Exit status: 0, or 2 where a line of the stream was no use.
    """

  private static let watchText = """
    livetable watch runs a command again and again, never two at once, and keeps a live table of its rows.

    Usage:
      livetable watch [OPTION…] -- COMMAND [ARG…]

    Options:
      --every SECONDS           the time from one start to the next; 2 unless you say so
      --count N                 stop after N runs
      --id COLUMN[,COLUMN…]     what identifies a row; a field “id”, else the first column, unless you say so
      --group-by COLUMN         show the rows in sections
      --sort-by COLUMN[:desc]   order the rows: numbers by their value, then texts
      --search TEXT             only rows that have all words of the text; capital letters count where they are written
      --input csv|ndjson|json   what the command prints; else columns that white space separates

    Options for columns:
      --columns N    how many there are; what is surplus joins the last one
      --skip N       leave out the first N lines
      --no-header    the first line is a row; the columns are named 1, 2, …

    Column names match without regard to case. The first run is the baseline and marks nothing. A run that fails is
    shown, and the last good table stays.

    Examples:
      livetable watch -- ps -eo pid,user,pcpu,args
      livetable watch --id 'mounted on' --sort-by used:desc -- df
      livetable watch --skip 1 --no-header --columns 9 --id 9 -- ls -l
      livetable watch --no-header --columns 2 -- git log --oneline

    \(keys)
    Exit status: 0, or 2 where the last run failed.
    """

  private static let diffText = """
    livetable diff prints how to get from one table to another: which rows and sections are deleted, inserted, moved
    and updated, in stages that a table view can apply one after the other.

    Usage:
      livetable diff OLD NEW [OPTION…]

    Options:
      --id COLUMN[,COLUMN…]     what identifies a row; a field “id”, else the first column, unless you say so
      --group-by COLUMN         compare tables of sections, in order of first appearance
      --input csv|ndjson|json   what the files are; else their extensions say so: .csv, .ndjson, .jsonl, .json
      --format text|json        how the difference is printed; text unless you say so

    Exit status: 0 where the tables are equal, 1 where they differ, 2 where there is trouble.
    """

  private static let demoText = """
    livetable demo keeps a to-do list in a file. Several terminals may have the same list at once: each sees at once what
    the others change, and no change is lost.

    Usage:
      livetable demo [FILE]     the file is todo.json unless you say so; it need not exist

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
      --id COLUMN[,COLUMN…]     what identifies a row; a column “id”, else the first one, unless you say so
      --group-by COLUMN         show the rows in sections
      --sort-by COLUMN[:desc]   order the rows; in the order of the query unless you say so
      --search TEXT             only rows that have this text: words by their beginnings where the file has a full-text
                                table (FTS5) of the rows, any part with the tokenizer trigram; else any part of a column
      --count N                 stop after N tables

    Examples:
      livetable sqlite mail.db 'SELECT * FROM mail ORDER BY date DESC' --group-by folder
      livetable sqlite mail.db "SELECT rowid AS id, subject FROM mailText WHERE mailText MATCH 'lun*' ORDER BY rank"

    \(keys)
    It is there where the tool was built with the trait SQLite: swift build --traits SQLite
    Exit status: 0, or 2 where there is trouble.
    """
}
