extension CommandFixture {
  /// The expected screens of each command without empty lines: at 80 × 24 and, after a blank line, at 20 × 5.
  static let screens: [String: String] = [
    "ps aux": """
      USER      PID %CPU %MEM        VSZ    RSS TTY   STAT START TIME COMMAND
      root        1  0.4  0.0      53764  22040 ?     SLl  03:50 0:06 /sbin/init sp…
      root        2  0.0  0.0          0      0 ?     S    03:50 0:00 [kthreadd]
      root       10  0.0  0.0          0      0 ?     I<   03:50 0:00 [kworker/0:0H…
      systemd+  412  0.0  0.1      91080   6656 ?     Ssl  Nov20 0:01 /lib/systemd/…
      ann      1717 12.5  3.1 1187654321 512345 pts/0 Sl+  10:14 1:05 chrome --type…
      ann      1802  0.3  0.5    2104520  84200 pts/1 Ss   10:15 0:00 -bash
     6 rows │ id: PID │ ps aux, every 2 s  ? help

      USER      PID %C…>
      root        1  0.4
      root        2  0.0
      root       10  0.0
     6 rows  id: PID
    """,
    "ps -ef": """
      UID    PID  PPID   C  STIME  TTY    TIME      CMD
      root     1     0   0  03:50  ?      00:00:06  /sbin/init splash
      root     2     0   0  03:50  ?      00:00:00  [kthreadd]
      ann   1717     2  12  Nov20  pts/0  01:05:00  vim  a file
     3 rows │ id: PID │ ps -ef, every 2 s  ? help

      UID   PID PPID C>
      root    1    0  0
      root    2    0  0
      ann  1717    2 12
     3 rows  id: PID
    """,
    "df": """
      Filesystem  1K-blocks      Used  Available  Use%  Mounted on
      /dev/vda    264212084  16985308   82080304   18%  /
      tmpfs        12342044         0   12342044    0%  /sys/fs/cgroup
      tmpfs        24684092         0   24684092    0%  /dev/shm
      /dev/sdb1    30787492   9423424   21347684   31%  /media/My Disk
     4 rows │ id: Mounted on │ df, every 2 s  ? help

      Filesys… 1K-bloc…>
      /dev/vda 264212084
      tmpfs     12342044
      tmpfs     24684092
     4 rows  id: Mounte…
    """,
    "docker ps": """
      CONTAINER … IMAGE      COMMAND    CREATED     STATUS     PORTS      NAMES
      4c01db0b33… ubuntu:22… "bash"     39 minutes… Up 39 min…            webapp
      d7886598db… crosbymic… "/redis-s… 33 minutes… Up 33 min… 6379/tcp   redis,web…
      3f2a1c9e8b… nginx      "/docker-… 2 hours ago Up About … 0.0.0.0:8… proxy
     3 rows │ id: CONTAINER ID │ docker ps, every 2 s  ? help

      CONTA… IMAGE COM…>
      4c01d… ubun… "bas…
      d7886… cros… "/re…
      3f2a1… nginx "/do…
     3 rows  id: CONTAI…
    """,
    "kubectl get pods -A": """
      NAMESPACE   NAME                     READY STATUS           RESTARTS    AGE
      default     api                      1/1   Running          0           12d
      kube-system coredns-5d78c9869d-bq7kd 1/1   Running          1 (4d ago)  12d
      staging     api                      0/1   CrashLoopBackOff 17 (3m ago) 2d3h
     3 rows │ id: NAMESPACE+NAME │ kubectl get pods -A, every 2 s  ? help

      NAMES… NAME  REA…>
      defau… api   1/1
      kube-… core… 1/1
      stagi… api   0/1
     3 rows  id: NAMESP…
    """,
    "ls -l": """
      1           2  3     4          5  6             7
      drwxr-xr-x  2  root  root    4096  May  9  2026  PackageKit
      -rw-r--r--  1  root  root    3040  May 25  2023  adduser.conf
      drwxr-xr-x  2  root  root   20480  Sep 22 04:45  a file  with spaces
      lrwxrwxrwx  1  root  root       7  Jun 24  2025  bin -> usr/bin
      drwxr-xr-x  8  ann   staff   4096  Jun 24  2025  apt
     5 rows │ id: 7 │ ls -l, every 2 s  ? help

      1     2 3    4   >
      drwx… 2 root root
      -rw-… 1 root root
      drwx… 2 root root
     5 rows  id: 7
    """,
    "ss -tn": """
      State  Recv-Q  Send-Q  Local Address:Port  Peer Address:Port  Process
      ESTAB       0       0  127.0.0.1:8081      127.0.0.1:53554
      ESTAB       5       0  127.0.0.1:8081      127.0.0.1:53552
      ESTAB       0       0  127.0.0.1:53552     127.0.0.1:8081
      ESTAB       0       0  [::1]:40242         [::1]:8082
     4 rows │ id: Peer Address:Port │ ss -tn, every 2 s  ? help

      State Recv…>
      ESTAB      0
      ESTAB      5
      ESTAB      0
     4 rows  id: Peer A…
    """,
    "who": """
      1     2      3           4      5
      ann   tty7   2026-11-22  09:02  (:0)
      ann   pts/0  2026-11-22  10:14  (10.0.0.5)
      root  pts/1  2026-11-22  10:20
     3 rows │ id: 2 │ who, every 2 s  ? help

      1    2     3     >
      ann  tty7  2026-1…
      ann  pts/0 2026-1…
      root pts/1 2026-1…
     3 rows  id: 2
    """,
    "uptime": """
      1                    2        3
      04:16:50 up 26 min,  0 user,  load average: 2.06, 2.20, 1.69
     1 row │ id: position │ uptime, every 2 s  ? help

      1     2      3
      04:1… 0 use… load…
     1 row  id: position
    """,
    "git log --oneline": """
      1       2
      cbe10f6 TableSnapshot: the table as a value has a name that SwiftUI does not …
      ec66797 UIKit: how many rows may be selected is lent and given back in one pl…
      f079e7d Docs: what CI plants and sanitizes is what the page says
      64aea2b The terminal's check waits for the last server to be gone
     4 rows │ id: 1 │ git log --oneline, every 2 s  ? help

      1       2
      cbe10f6 TableSnap…
      ec66797 UIKit: ho…
      f079e7d Docs: wha…
     4 rows  id: 1
    """,
    "mount": """
      1        2  on             4    type     6
      proc     on /proc          type proc     (rw,relatime)
      devtmpfs on /dev           type devtmpfs (rw,relatime,size=12334492k,nr_inode…
      tmpfs    on /dev/shm       type tmpfs    (rw,relatime,size=24684092k)
      /dev/vda on /              type ext4     (rw,relatime,discard,resv_strict,res…
      tmpfs    on /sys/fs/cgroup type tmpfs    (rw,relatime,mode=755)
     5 rows │ id: on │ mount, every 2 s  ? help

      1       2  on    >
      proc    on /proc
      devtmp… on /dev
      tmpfs   on /dev/s…
     5 rows  id: on
    """,
    "free -h": """
      1      total   used  free  shared  buff/cache  available
      Mem:    23Gi  1.2Gi  20Gi   1.0Mi       2.2Gi       22Gi
      Swap:     0B     0B    0B
     2 rows │ id: 1 │ free -h, every 2 s  ? help

      1     total used>
      Mem:   23Gi 1.2Gi
      Swap:    0B    0B
     2 rows  id: 1
    """,
  ]
}
