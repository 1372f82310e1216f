import Testing

@testable import livetable

@Suite struct ColumnPlanTests {
  @Test func theRestOfALineIsTheLastColumn() throws {
    let table = try InputTable(
      columnsOf: InputText(
        """
            PID USER     %CPU COMMAND
              1 root      0.0 /sbin/init splash
           1717 ann      12.5 vim  two  spaces.txt\u{20}\u{20}
        """), layout: TextLayout())
    #expect(table.header?.names == ["PID", "USER", "%CPU", "COMMAND"])
    #expect(
      table.printedRows == [
        ["PID": "1", "USER": "root", "%CPU": "0.0", "COMMAND": "/sbin/init splash"],
        ["PID": "1717", "USER": "ann", "%CPU": "12.5", "COMMAND": "vim  two  spaces.txt"],
      ])
    #expect(table.rows.map(\.line) == [2, 3])
  }

  func values(_ text: String) throws -> [[String]] {
    let table = try InputTable(columnsOf: InputText(text), layout: TextLayout())
    return [table.header?.names ?? []] + table.rows.map { $0.object.values.map(\.printed) }
  }

  @Test func twoAmountsWithASlashAreAField() throws {
    let stats = """
      CONTAINER ID   NAME      CPU %     MEM USAGE / LIMIT     MEM %     NET I/O           BLOCK I/O     PIDS
      4c01db0b339c   webapp    0.07%     2.5MiB / 1.9GiB       0.13%     656B / 0B         147kB / 0B    12
      d7886598dbe2   redis     0.12%     9.5MiB / 1.9GiB       0.48%     1.2kB / 1.1kB     0B / 0B       5
      """
    #expect(
      try values(stats) == [
        ["CONTAINER ID", "NAME", "CPU %", "MEM USAGE / LIMIT", "MEM %", "NET I/O", "BLOCK I/O", "PIDS"],
        ["4c01db0b339c", "webapp", "0.07%", "2.5MiB / 1.9GiB", "0.13%", "656B / 0B", "147kB / 0B", "12"],
        ["d7886598dbe2", "redis", "0.12%", "9.5MiB / 1.9GiB", "0.48%", "1.2kB / 1.1kB", "0B / 0B", "5"],
      ])
    let starting = """
      CONTAINER ID   NAME      MEM USAGE / LIMIT   PIDS
      4c01db0b339c   webapp    -- / --             --
      """
    #expect(try values(starting)[1] == ["4c01db0b339c", "webapp", "-- / --", "--"])
    let mounts = "/dev/a on / type ext4\n/dev/b on /b type ext4\n/dev/c on /c type xfs\n"
    #expect(try values(mounts)[1] == ["/dev/a", "on", "/", "type", "ext4"])
    let disks = "NAME SIZE MOUNTPOINT FSUSED\nzram0 0B\nvda1 1G /boot 200M\nvda2 256G / 20.7G\n"
    #expect(try values(disks)[3] == ["vda2", "256G", "/", "20.7G"])
  }

  /// Tests layouts printed by other programs, with made-up values.
  @Test(
    arguments: [
      (
        """
        kim      ttys001  Feb 11 21:25
        kim      console  Feb  3 20:14
        """, ["1", "2", "3"], ["kim", "ttys001", "Feb 11 21:25"]
      ),
      (
        """
        Num       RefCount Protocol Path
        ffff9b61ac49c400: 00000002 00000000 /run/a
        ffff9b61b509bc00: 00000002 00000000
        ffff9b61a77b9800: 00000003 00000000 /run/b
        """, ["Num", "RefCount", "Protocol", "Path"], ["ffff9b61ac49c400:", "00000002", "00000000", "/run/a"]
      ),
      (
        """
        caches - version: 2.1
        # name            <active> <total> <size> <objects> : tunables <limit>
        small_4k    224    224    144    2 : tunables    0
        large_node      0      1    312    4 : tunables    8
        middle      0      0   1184    8 : tunables    0
        """, ["name", "<active>", "<total>", "<size>", "<objects>", ":", "tunables", "<limit>"],
        ["small_4k", "224", "224", "144", "2", ":", "tunables", "0"]
      ),
      (
        """
        # made by hand
        #
        UUID=0115 / ext4 defaults 0 1
        UUID=0116 /home ext4 defaults 0 2
        """, ["1", "2", "3", "4", "5", "6"], ["UUID=0115", "/", "ext4", "defaults", "0", "1"]
      ),
      (
        """
        Netid  State      Recv-Q Send-Q Local Address:Port                 Peer Address:Port
        nl     UNCONN     768    0      rtnl:kernel                 *
        u_str  ESTAB      0      0        * 22681                 * 22680
        tcp    ESTAB      0      0      127.0.0.1:8081                     127.0.0.1:53554
        """, ["Netid", "State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port"],
        ["nl", "UNCONN", "768", "0", "rtnl:kernel", "*"]
      ),
      (
        """
                     SSID BSSID             RSSI HT SECURITY (auth/unicast/group)
           SPOT-4A of Kim 00:68:eb:2b:b7:3b -91  Y  WPA2(PSK/AES/AES)
                     home 6e:e3:0e:c1:74:df -87  Y  NONE
                    other 8e:e3:0e:c1:74:df -86  Y  WPA2(802.1x/AES/AES)
        """, ["SSID", "BSSID", "RSSI", "HT", "SECURITY (auth/unicast/group)"],
        ["SPOT-4A of Kim", "00:68:eb:2b:b7:3b", "-91", "Y", "WPA2(PSK/AES/AES)"]
      ),
    ] as [(String, [String], [String])])
  func layoutsThatOthersHavePrintedAreRead(text: String, columns: [String], first: [String]) throws {
    let values = try values(text)
    #expect(values[0] == columns && values[1] == first, "\(values)")
  }

  @Test func barsInWordsAroundATableAreNoRows() throws {
    let text = """
      Use `ps | grep x`.
      Then:

      | id | name |
      |----|------|
      | 1  | a    |

      See `a | b`.
      """
    #expect(try values(text) == [["id", "name"], ["1", "a"]])
  }

  @Test func placesAreCountedSoThatWordsAreAligned() throws {
    let shown = """
      id  city    note
       1  東京    x
       2  Paris
       3  大阪市  z
      """
    let scalars = """
      id  city   note
       1  東京     x
       2  Paris
       3  大阪市    z
      """
    for text in [shown, scalars] {
      #expect(try values(text) == [["id", "city", "note"], ["1", "東京", "x"], ["2", "Paris"], ["3", "大阪市", "z"]])
    }
  }

  @Test func aLineBelowTheTitlesIsNoRow() throws {
    for rule in ["------- -------", "===============", "-------+-------"] {
      let text = "Package Version\n\(rule)\nfoo     up\nbar     down\n"
      #expect(try values(text) == [["Package", "Version"], ["foo", "up"], ["bar", "down"]])
    }
    #expect(try values("NAME STATE\na    -\n-    b\n-    -\n").count == 4, "a row may have nothing but that")
    #expect(try values("NAME STATE AGE\n- - -\nweb up 3d\n").count == 3)
  }

  @Test func whereAllLinesHaveAsManyWordsEachIsAColumn() throws {
    let partitions = """
      major minor  #blocks  name

         8        0  268435456 sda
         8        1  168435456 sda1
       254        0  268435456 vda
      """
    #expect(try values(partitions)[...1] == [["major", "minor", "#blocks", "name"], ["8", "0", "268435456", "sda"]])
    let pods = """
      NAME    RESTARTS     AGE   NODE     NOMINATED NODE   NOTE
      web-1   1 (3h ago)   5d    node-1   <none>           x
      api-1   2 (3h ago)   5d    node-2   <none>           y
      """
    #expect(try values(pods)[0].contains("NOMINATED NODE"))
    let volume = """
      Filesystem     1K-blocks    Used Available Use% Mounted on
      //nas/My Files  10000000 2000000   8000000  20% /mnt/nas
      """
    #expect(try values(volume)[1] == ["//nas/My Files", "10000000", "2000000", "8000000", "20%", "/mnt/nas"])
    let stick = """
      Filesystem     1K-blocks    Used Available Use% Mounted on
      /dev/sdb1        1000000   20000    980000   2% /media/u/USB DISK
      """
    #expect(try values(stick)[1].last == "/media/u/USB DISK")
  }

  @Test func whoOwnsAllFilesIsNoTitle() throws {
    let list = """
      drwxr-xr-x  2 ann staff  4096 Nov 27 05:16 etc
      -rw-r--r--  1 ann staff    12 May  9  2025 lib
      drwxr-xr-x  3 ann staff  4096 Nov 27 05:16 opt
      drwxr-xr-x  5 ann staff  8192 Nov 27 05:16 srv
      drwxr-xr-x 70 ann staff 81920 Sep 22 04:45 src
      """
    #expect(try values(list)[0] == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(try values(list)[2] == ["-rw-r--r--", "1", "ann", "staff", "12", "May  9  2025", "lib"])
    let lines = list.split(separator: "\n")
    for before in ["1044", "1044     16"] {
      let longer = lines.map { "\(before) \($0)" }.joined(separator: "\n")
      #expect(try values(longer)[0].last.map { Int($0) != nil } == true && !values(longer)[0].contains("staff"))
    }
    let mounts = "tmpfs on /run type tmpfs\ntmpfs on /dev type tmpfs\ntmpfs on /tmp type tmpfs\n"
    #expect(try values(mounts)[0][2] == "on")
  }

  @Test func surplusHeaderWordsJoinTheLastColumn() throws {
    let df = """
      Filesystem     1K-blocks    Used Available Use% Mounted on
      tmpfs             204812    1512    203300   1% /run
      /dev/sda1       30787492 9423424  21347684  31% /
      /dev/sdb1       30787492 9423424  21347684  31% /media/My Disk
      """
    for columns in [nil, 6] {
      let table = try InputTable(columnsOf: InputText(df), layout: TextLayout(columns: columns))
      #expect(table.header?.names.last == "Mounted on")
      #expect(table.printedRows.map { $0["Mounted on"] } == ["/run", "/", "/media/My Disk"])
    }
  }

  @Test func theTitlesOfAHeaderWithWideGapsMayHaveSeveralWords() throws {
    let pods = """
      NAME    READY   STATUS    RESTARTS     AGE   IP           NODE     NOMINATED NODE   READINESS GATES
      web-1   1/1     Running   0            5d    10.244.0.5   node-1   <none>           <none>
      api-1   1/1     Running   2 (3h ago)   5d    10.244.0.6   node-2   <none>           <none>
      """
    let table = try InputTable(columnsOf: InputText(pods), layout: TextLayout())
    #expect(
      table.header?.names == [
        "NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "NOMINATED NODE", "READINESS GATES",
      ])
    #expect(table.printedRows.map { $0["RESTARTS"] } == ["0", "2 (3h ago)"])
    #expect(table.printedRows.map { $0["READINESS GATES"] } == ["<none>", "<none>"])
  }

  @Test func withoutAHeaderColumnsAreNumbered() throws {
    let list = """
      total 8
      -rw-r--r-- 1 root root  120 Nov 20 10:14 a file  with spaces
      drwxr-xr-x 2 root root 4096 Nov 20 10:14 src
      """
    let layout = TextLayout(columns: 9, skip: 1, hasNoHeader: true)
    let table = try InputTable(columnsOf: InputText(list), layout: layout)
    #expect(table.header?.names == ["1", "2", "3", "4", "5", "6", "7", "8", "9"])
    #expect(table.printedRows.map { $0["9"] } == ["a file  with spaces", "src"])
    #expect(table.rows.map(\.line) == [2, 3])
  }

  @Test func twoWordsBelowOneTitleAreAFieldWhereThereIsRoomAroundThem() throws {
    let lines = """
      A    B    C    D
      1    2    3    4
      1    2    3    4
      1    2    3    4
      1    2    3    4
      1    2    3    4
      1    2 x  3    4
      1 x  2    3    4
      111  2 x  3    4
      1    22 x 3    4 y
      """
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout())
    #expect(
      table.rows.suffix(4).map { $0.object.values.map(\.printed) } == [
        ["1", "2 x", "3", "4"], ["1 x", "2", "3", "4"], ["111", "2 x", "3", "4"], ["1", "22", "x", "3    4 y"],
      ])
  }

  @Test func wordsAreBelowTheirTitlesWhereFewRowsHaveOneForEach() throws {
    let lines = """
      A    B    C    D
      1    2    3    4
      1    2    3    4
      1         3    4
      1         3    4
      1    22 x 3    4 y
      """
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout())
    #expect(table.rows[4].object.values.map(\.printed) == ["1", "22 x", "3", "4 y"])
  }

  @Test func aWordBehindTheLastTitleIsBelowIt() throws {
    let table = try InputTable(columnsOf: InputText("NAME   N\na        5\n"), layout: TextLayout())
    #expect(table.printedRows == [["NAME": "a", "N": "5"]])
  }

  @Test func wordsThatDoNotStandBelowEachOtherMakeNoColumn() throws {
    let table = try InputTable(columnsOf: InputText("a  b\nccc  d e\nee  f\n"), layout: TextLayout())
    #expect(table.printedRows == [["1": "a  b"], ["1": "ccc  d e"], ["1": "ee  f"]])
  }

  @Test func oneRowInTwentyMayBeOutOfPlace() throws {
    func names(_ rows: [String]) throws -> [String]? {
      let lines = Array(repeating: "aa  b", count: 19 - rows.count) + ["aa  b c"] + rows
      return try InputTable(columnsOf: InputText(lines.joined(separator: "\n")), layout: TextLayout()).header?.names
    }
    #expect(try names(["aaa  b"]) == ["1", "2"])
    #expect(try names(["aaa  b", "aaa  b"]) == ["1"])
  }

  @Test func aSingleWordInCapitalsIsARowLikeTheOthers() throws {
    let table = try InputTable(columnsOf: InputText("USA\nUK\n"), layout: TextLayout())
    #expect(table.printedRows == [["1": "USA"], ["1": "UK"]])
  }

  @Test func twoPartsBelowOneTitleAreAFieldWhereTheNextOneIsEmpty() throws {
    let lines = """
      NAME   SIZE   NOTE
      a             c
      b             c
      a  b          c
      a  bb  cc
      """
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout())
    #expect(
      table.rows.map { $0.object.values.map(\.printed) } == [
        ["a", "", "c"], ["b", "", "c"], ["a  b", "", "c"], ["a  bb", "cc"],
      ])
  }

  @Test func aWordBetweenATextAndANumberBelongsToTheNearerOne() throws {
    let lines = """
      NAME        SIZE
      a             10
      left over     10
      x      big    10
      y     mid     10
      """
    let table = try InputTable(columnsOf: InputText(lines), layout: TextLayout())
    #expect(
      table.rows.map { $0.object.values.map(\.printed) } == [
        ["a", "10"], ["left over", "10"], ["x", "big    10"], ["y     mid", "10"],
      ])
  }
}

extension InputTable {
  /// Creates a table from the first output of a command.
  init(columnsOf text: InputText, layout: TextLayout) {
    var plan: ColumnPlan?
    self.init(columnsOf: text.dropping(lines: layout.skip), layout: layout, plan: &plan)
  }
}
