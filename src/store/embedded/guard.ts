import { spawn, spawnSync } from 'node:child_process'
import { closeSync, constants, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { serverEnvironment } from './privileges.ts'

/** This process's share in keeping the server alive. */
export type GuardShare = { leave(): void; dismiss(): void }

const script = 'read -r word || kill -INT "$1"'

/**
 * A small shell reads a named pipe that every Earshot of this server holds open for writing: the pipe ends when the
 * last of them is gone, even by kill -9, and the shell then stops the server at once; so an adopter outlives the
 * process that started it.
 */
export function createGuard(socketDir: string, postmasterPid: number): GuardShare {
  const pipe = join(socketDir, 'guard')
  rmSync(pipe, { force: true })
  const made = spawnSync('mkfifo', ['-m', '600', pipe], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`mkfifo ${pipe} failed: ${made.error?.message ?? made.stderr}`)
  const both = openSync(pipe, constants.O_RDWR)
  const reader = openSync(pipe, constants.O_RDONLY)
  const writer = openSync(pipe, constants.O_WRONLY)
  closeSync(both)
  const args = ['-c', script, 'earshot-guard', String(postmasterPid), socketDir]
  const shell = spawn('sh', args, {
    cwd: '/',
    env: serverEnvironment(),
    detached: true,
    stdio: [reader, 'ignore', 'ignore'],
  })
  shell.on('error', () => {})
  shell.unref()
  closeSync(reader)
  return shareOf(writer)
}

/** Undefined when no guard is listening, which is also the case for a moment before it stops the server. */
export function joinGuard(socketDir: string): GuardShare | undefined {
  try {
    return shareOf(openSync(join(socketDir, 'guard'), constants.O_WRONLY | constants.O_NONBLOCK))
  } catch {
    return undefined
  }
}

function shareOf(writer: number): GuardShare {
  let open = true
  const leave = () => {
    if (open) closeSync(writer)
    open = false
  }
  const dismiss = () => {
    try {
      if (open) writeSync(writer, 'dismissed\n')
    } catch {
      // Without a reader there is no guard left to dismiss.
    }
    leave()
  }
  return { leave, dismiss }
}
