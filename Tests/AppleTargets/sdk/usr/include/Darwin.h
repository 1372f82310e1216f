// The declarations of Apple's C library that LiveTablesTerminal, LiveTablesSQLite and livetable use, written for this
// project from POSIX.1-2017 and the manual pages. All numbers, types, parameters and fields, except the two unions of
// sigaction and siginfo_t, were checked in November 2026 against the libc crate's declarations for Apple's systems.
// From memory: nullability.
#ifndef LT_DARWIN_H
#define LT_DARWIN_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <LTMacros.h>

LT_NONNULL_BEGIN

typedef int32_t pid_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef uint32_t id_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef int64_t off_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef long ssize_t;
typedef long time_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char *_Nullable tm_zone; };
struct tm *_Nullable localtime_r(const time_t *clock, struct tm *result);
time_t mktime(struct tm *time);
time_t time(time_t *_Nullable clock);

// errno(2)
#define ENOENT 2
#define EINTR 4
#define EACCES 13
#define EEXIST 17
#define EMFILE 24
#define ENOSPC 28
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK EAGAIN
char *strerror(int number);

// open(2), fcntl(2), read(2), write(2), close(2), pipe(2), lseek(2), stat(2), access(2) and the like
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_EVTONLY 0x8000
#define O_NOCTTY 0x20000
#define O_SYMLINK 0x200000
#define O_CLOEXEC 0x1000000
#define F_SETFD 2
#define F_SETFL 4
#define FD_CLOEXEC 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_END 2
#define LOCK_EX 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize; uint32_t st_flags, st_gen; int32_t st_lspare; int64_t st_qspare[2];
};
int stat(const char *path, struct stat *result);
int fstat(int file, struct stat *result);
// Swift's overlay declares these with the type of st_mode.
static const mode_t S_IFMT = 0170000, S_IFIFO = 0010000, S_IFCHR = 0020000;
int fchmod(int file, mode_t mode);
int access(const char *path, int mode);
#define PATH_MAX 1024
ssize_t readlink(const char *path, char *buffer, size_t size);
ssize_t read(int file, void *_Null_unspecified bytes, size_t count);
ssize_t write(int file, const void *_Null_unspecified bytes, size_t count);
int close(int file);
int pipe(int files[_Null_unspecified 2]);
ssize_t pread(int file, void *_Null_unspecified bytes, size_t count, off_t offset);
off_t lseek(int file, off_t offset, int whence);
int fsync(int file);
int flock(int file, int operation);
int unlink(const char *path);
int rename(const char *from, const char *to);
int mkstemp(char *name);
long fpathconf(int file, int name);
#define _PC_VDISABLE 9
int isatty(int file);
int ttyname_r(int file, char *name, size_t size);
pid_t getpid(void);
pid_t getpgrp(void);
pid_t tcgetpgrp(int file);

// poll(2)
struct pollfd { int fd; short events; short revents; };
typedef unsigned int nfds_t;
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLHUP 0x0010
int poll(struct pollfd *_Null_unspecified files, nfds_t count, int milliseconds);

// sigaction(2), sigprocmask(2), kill(2), wait(2)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGSYS 12
#define SIGPIPE 13
#define SIGTERM 15
#define SIGTSTP 18
#define SIGCONT 19
#define SIGTTOU 22
#define SIGWINCH 28
#define SA_ONSTACK 0x0001
#define SA_RESTART 0x0002
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
typedef uint32_t sigset_t;
union sigval { int sival_int; void *_Nullable sival_ptr; };
typedef struct __siginfo { int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; int si_status; void *_Nullable si_addr; union sigval si_value; long si_band; unsigned long __pad[7]; } siginfo_t;
union __sigaction_u { void (*_Null_unspecified __sa_handler)(int); void (*_Null_unspecified __sa_sigaction)(int, siginfo_t *_Nullable, void *_Nullable); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
int sigaction(int signal, const struct sigaction *_Nullable action, struct sigaction *_Nullable previous);
int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int signal);
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable previous);
int kill(pid_t process, int signal);
int raise(int signal);
void (*_Nullable signal(int signal, void (*_Nullable handler)(int)))(int);
#define WNOHANG 1
#define WEXITED 4
#define WNOWAIT 0x20
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
int waitid(idtype_t kind, id_t id, siginfo_t *info, int options);
pid_t waitpid(pid_t process, int *_Nullable status, int options);

// posix_spawn(2), whose two types are pointers
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawnp(pid_t *_Nullable process, const char *path, const posix_spawn_file_actions_t _Nullable *_Nullable actions, const posix_spawnattr_t _Nullable *_Nullable attributes, char *const _Nullable arguments[_Nullable], char *const _Nullable environment[_Nullable]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t _Nullable *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t _Nullable *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t _Nullable *actions, int file, int number);
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t _Nullable *actions, int file, const char *path, int flags, mode_t mode);
int posix_spawnattr_init(posix_spawnattr_t _Nullable *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t _Nullable *attributes);
int posix_spawnattr_setsigmask(posix_spawnattr_t _Nullable *attributes, const sigset_t *set);
int posix_spawnattr_setsigdefault(posix_spawnattr_t _Nullable *attributes, const sigset_t *set);
int posix_spawnattr_setpgroup(posix_spawnattr_t _Nullable *attributes, pid_t group);
int posix_spawnattr_setflags(posix_spawnattr_t _Nullable *attributes, short flags);

// termios(4), tty(4)
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[20]; speed_t c_ispeed, c_ospeed; };
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define BRKINT 0x00000002
#define INPCK 0x00000010
#define ISTRIP 0x00000020
#define INLCR 0x00000040
#define IGNCR 0x00000080
#define ICRNL 0x00000100
#define IXON 0x00000200
#define ECHO 0x00000008
#define ECHONL 0x00000010
#define ICANON 0x00000100
#define IEXTEN 0x00000400
#define VINTR 8
#define VMIN 16
#define VTIME 17
#define TCSANOW 0
int tcgetattr(int file, struct termios *mode);
int tcsetattr(int file, int when, const struct termios *mode);

// stdlib(3), string(3)
void *_Null_unspecified malloc(size_t size);
void free(void *_Nullable pointer);
int strcmp(const char *one, const char *two);
int memcmp(const void *_Null_unspecified one, const void *_Null_unspecified two, size_t count);
char *_Null_unspecified strdup(const char *text);
char *_Nullable getenv(const char *name);
int atexit(void (*function)(void));
void exit(int status) __attribute__((noreturn));
void _exit(int status) __attribute__((noreturn));

LT_NONNULL_END
#endif
