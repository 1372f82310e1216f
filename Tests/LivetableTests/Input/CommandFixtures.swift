import Testing

/// The outputs of commonly watched commands, with their expected tables.
///
/// The outputs of `ps`, `df`, `ls`, `ss`, `uptime`, `git` and `mount` were recorded on Debian 12; those of `docker`,
/// `kubectl` and `who` follow their documentation.
struct CommandFixture: CustomTestStringConvertible, Sendable {
  var command: String
  var output: String
  var columns: [String]
  /// Some expected rows by index.
  var rows: [Int: [String]]
  var identity: String

  var testDescription: String { command }

  static let all: [CommandFixture] = [
    CommandFixture(
      command: "ps aux",
      output: """
        USER       PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND
        root         1  0.4  0.0  53764 22040 ?        SLl  03:50   0:06 /sbin/init splash --log  two
        root         2  0.0  0.0      0     0 ?        S    03:50   0:00 [kthreadd]
        root        10  0.0  0.0      0     0 ?        I<   03:50   0:00 [kworker/0:0H-kblockd]
        systemd+   412  0.0  0.1  91080  6656 ?        Ssl  Nov20   0:01 /lib/systemd/systemd-timesyncd
        ann       1717 12.5  3.1 1187654321 512345 pts/0 Sl+ 10:14  1:05 chrome --type=renderer
        ann       1802  0.3  0.5 2104520 84200 pts/1   Ss   10:15   0:00 -bash
        """,
      columns: ["USER", "PID", "%CPU", "%MEM", "VSZ", "RSS", "TTY", "STAT", "START", "TIME", "COMMAND"],
      rows: [
        0: ["root", "1", "0.4", "0.0", "53764", "22040", "?", "SLl", "03:50", "0:06", "/sbin/init splash --log  two"],
        4: [
          "ann", "1717", "12.5", "3.1", "1187654321", "512345", "pts/0", "Sl+", "10:14", "1:05",
          "chrome --type=renderer",
        ],
      ], identity: "id: PID"),
    CommandFixture(
      command: "ps -ef",
      output: """
        UID        PID  PPID  C STIME TTY          TIME CMD
        root         1     0  0 03:50 ?        00:00:06 /sbin/init splash
        root         2     0  0 03:50 ?        00:00:00 [kthreadd]
        ann       1717     2 12 Nov20 pts/0    01:05:00 vim  a file
        """,
      columns: ["UID", "PID", "PPID", "C", "STIME", "TTY", "TIME", "CMD"],
      rows: [2: ["ann", "1717", "2", "12", "Nov20", "pts/0", "01:05:00", "vim  a file"]], identity: "id: PID"),
    CommandFixture(
      command: "df",
      output: """
        Filesystem              1K-blocks     Used Available Use% Mounted on
        /dev/vda                264212084 16985308  82080304  18% /
        tmpfs                    12342044        0  12342044   0% /sys/fs/cgroup
        tmpfs                    24684092        0  24684092   0% /dev/shm
        /dev/sdb1                30787492  9423424  21347684  31% /media/My Disk
        """,
      columns: ["Filesystem", "1K-blocks", "Used", "Available", "Use%", "Mounted on"],
      rows: [
        1: ["tmpfs", "12342044", "0", "12342044", "0%", "/sys/fs/cgroup"],
        3: ["/dev/sdb1", "30787492", "9423424", "21347684", "31%", "/media/My Disk"],
      ], identity: "id: Mounted on"),
    CommandFixture(
      command: "docker ps",
      output: """
        CONTAINER ID   IMAGE          COMMAND                  CREATED          STATUS                    PORTS                NAMES
        4c01db0b339c   ubuntu:22.04   "bash"                   39 minutes ago   Up 39 minutes                                  webapp
        d7886598dbe2   crosbymichael/redis:latest   "/redis-server --dir"    33 minutes ago   Up 33 minutes (healthy)   6379/tcp             redis,webapp/db
        3f2a1c9e8b77   nginx          "/docker-entrypoint.…"   2 hours ago      Up About an hour          0.0.0.0:80->80/tcp   proxy
        """,
      columns: ["CONTAINER ID", "IMAGE", "COMMAND", "CREATED", "STATUS", "PORTS", "NAMES"],
      rows: [
        0: ["4c01db0b339c", "ubuntu:22.04", "\"bash\"", "39 minutes ago", "Up 39 minutes", "", "webapp"],
        1: [
          "d7886598dbe2", "crosbymichael/redis:latest", "\"/redis-server --dir\"", "33 minutes ago",
          "Up 33 minutes (healthy)", "6379/tcp", "redis,webapp/db",
        ],
        2: [
          "3f2a1c9e8b77", "nginx", "\"/docker-entrypoint.…\"", "2 hours ago", "Up About an hour", "0.0.0.0:80->80/tcp",
          "proxy",
        ],
      ], identity: "id: CONTAINER ID"),
    CommandFixture(
      command: "kubectl get pods -A",
      output: """
        NAMESPACE     NAME                       READY   STATUS             RESTARTS      AGE
        default       api                        1/1     Running            0             12d
        kube-system   coredns-5d78c9869d-bq7kd   1/1     Running            1 (4d ago)    12d
        staging       api                        0/1     CrashLoopBackOff   17 (3m ago)   2d3h
        """,
      columns: ["NAMESPACE", "NAME", "READY", "STATUS", "RESTARTS", "AGE"],
      rows: [
        1: ["kube-system", "coredns-5d78c9869d-bq7kd", "1/1", "Running", "1 (4d ago)", "12d"],
        2: ["staging", "api", "0/1", "CrashLoopBackOff", "17 (3m ago)", "2d3h"],
      ], identity: "id: NAMESPACE+NAME"),
    CommandFixture(
      command: "ls -l",
      output: """
        total 684
        drwxr-xr-x 2 root     root      4096 May  9  2026 PackageKit
        -rw-r--r-- 1 root     root      3040 May 25  2023 adduser.conf
        drwxr-xr-x 2 root     root     20480 Sep 22 04:45 a file  with spaces
        lrwxrwxrwx 1 root     root         7 Jun 24  2025 bin -> usr/bin
        drwxr-xr-x 8 ann      staff     4096 Jun 24  2025 apt
        """,
      columns: ["1", "2", "3", "4", "5", "6", "7"],
      rows: [
        2: ["drwxr-xr-x", "2", "root", "root", "20480", "Sep 22 04:45", "a file  with spaces"],
        4: ["drwxr-xr-x", "8", "ann", "staff", "4096", "Jun 24  2025", "apt"],
      ], identity: "id: 7"),
    CommandFixture(
      command: "ss -tn",
      output: """
        State Recv-Q Send-Q Local Address:Port  Peer Address:Port Process
        ESTAB 0      0          127.0.0.1:8081     127.0.0.1:53554      \u{20}
        ESTAB 5      0          127.0.0.1:8081     127.0.0.1:53552      \u{20}
        ESTAB 0      0          127.0.0.1:53552    127.0.0.1:8081       \u{20}
        ESTAB 0      0              [::1]:40242        [::1]:8082       \u{20}
        """,
      columns: ["State", "Recv-Q", "Send-Q", "Local Address:Port", "Peer Address:Port", "Process"],
      rows: [
        1: ["ESTAB", "5", "0", "127.0.0.1:8081", "127.0.0.1:53552"],
        3: ["ESTAB", "0", "0", "[::1]:40242", "[::1]:8082"],
      ], identity: "id: Peer Address:Port"),
    CommandFixture(
      command: "who",
      output: """
        ann      tty7         2026-11-22 09:02 (:0)
        ann      pts/0        2026-11-22 10:14 (10.0.0.5)
        root     pts/1        2026-11-22 10:20
        """,
      columns: ["1", "2", "3", "4", "5"],
      rows: [1: ["ann", "pts/0", "2026-11-22", "10:14", "(10.0.0.5)"], 2: ["root", "pts/1", "2026-11-22", "10:20"]],
      identity: "id: 2"),
    CommandFixture(
      command: "uptime", output: " 04:16:50 up 26 min,  0 user,  load average: 2.06, 2.20, 1.69\n",
      columns: ["1", "2", "3"], rows: [0: ["04:16:50 up 26 min,", "0 user,", "load average: 2.06, 2.20, 1.69"]],
      identity: "id: position"),
    CommandFixture(
      command: "git log --oneline",
      output: """
        cbe10f6 TableSnapshot: the table as a value has a name that SwiftUI does not use
        ec66797 UIKit: how many rows may be selected is lent and given back in one place
        f079e7d Docs: what CI plants and sanitizes is what the page says
        64aea2b The terminal's check waits for the last server to be gone
        """,
      columns: ["1", "2"], rows: [3: ["64aea2b", "The terminal's check waits for the last server to be gone"]],
      identity: "id: 1"),
    CommandFixture(
      command: "mount",
      output: """
        proc on /proc type proc (rw,relatime)
        devtmpfs on /dev type devtmpfs (rw,relatime,size=12334492k,nr_inodes=3083623,mode=755)
        tmpfs on /dev/shm type tmpfs (rw,relatime,size=24684092k)
        /dev/vda on / type ext4 (rw,relatime,discard,resv_strict,resuid=65534,resgid=65534)
        tmpfs on /sys/fs/cgroup type tmpfs (rw,relatime,mode=755)
        """,
      columns: ["1", "2", "on", "4", "type", "6"],
      rows: [
        3: ["/dev/vda", "on", "/", "type", "ext4", "(rw,relatime,discard,resv_strict,resuid=65534,resgid=65534)"]
      ],
      identity: "id: on"),
    CommandFixture(
      command: "free -h",
      output: """
                       total        used        free      shared  buff/cache   available
        Mem:            23Gi       1.2Gi        20Gi       1.0Mi       2.2Gi        22Gi
        Swap:             0B          0B          0B
        """,
      columns: ["1", "total", "used", "free", "shared", "buff/cache", "available"],
      rows: [
        0: ["Mem:", "23Gi", "1.2Gi", "20Gi", "1.0Mi", "2.2Gi", "22Gi"], 1: ["Swap:", "0B", "0B", "0B"],
      ], identity: "id: 1"),
  ]
}
