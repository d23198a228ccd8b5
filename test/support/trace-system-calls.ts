import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findOrInstall } from './tools.ts'

/* Watches a process and its children with strace, native code and PostgreSQL included. */

const calls = 'connect,sendto,sendmsg,sendmmsg,openat,open,creat,mkdir,mkdirat'

export type SystemCalls = {
  /** How many were recorded; every process opens files. */
  count: number
  /** Addresses that were connected or sent to: `127.0.0.1:5432` or the path of a socket. */
  addresses: string[]
  /** Files and folders that were opened for writing or created. */
  written: string[]
}

const strace = findOrInstall('strace')
/** Why system calls cannot be watched here, or undefined. */
export const untraceable: string | undefined = reasonNotToTrace()

function reasonNotToTrace(): string | undefined {
  if (strace === undefined) return 'strace is not installed'
  const { status, stderr } = spawnSync(strace, ['-qq', '-e', 'trace=connect', 'true'], { encoding: 'utf8' })
  return status === 0 ? undefined : `strace does not work here: ${stderr.trim()}`
}

/** The command line that records the calls of `command` in `file`; signals reach the command, not strace. */
export const traced = (file: string, command: string[]): [string, string[]] => [
  strace!,
  ['-D', '-f', '-qq', '--seccomp-bpf', '-s', '0', '-e', `trace=${calls}`, '-o', file, ...command],
]

export function readTrace(file: string): SystemCalls {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return {
    count: lines.length,
    addresses: [...new Set(lines.flatMap(addressesIn))],
    written: [...new Set(lines.flatMap((line) => writtenPath(line) ?? []))],
  }
}

const inet = /sin6?_port=htons\((\d+)\)[^}]*?(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]+)"/g

function addressesIn(line: string): string[] {
  // The C library asks the name cache of this machine for user names, whether it runs or not.
  if (line.includes('"/var/run/nscd/socket"')) return []
  const [, local] = /connect\(.*sun_path=@?"([^"]+)"/.exec(line) ?? []
  return [...(local ? [local] : []), ...[...line.matchAll(inet)].map(([, port, host]) => `${host}:${port}`)]
}

function writtenPath(line: string): string | undefined {
  const [, call, path] = /\b(openat|open|creat|mkdir|mkdirat)\((?:AT_FDCWD, )?"([^"]+)"/.exec(line) ?? []
  const isWrite = call !== undefined && (!call.startsWith('open') || /O_(WRONLY|RDWR|CREAT)/.test(line))
  // PostgreSQL works in its data directory with relative paths.
  return isWrite && path!.startsWith('/') && !/= -1 /.test(line) ? path : undefined
}

export const isInside = (folders: readonly string[]) => (path: string) => {
  const absolute = resolve(path)
  return folders.some((folder) => absolute === folder || `${dirname(absolute)}/`.startsWith(`${folder}/`))
}
