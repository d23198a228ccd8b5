import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { waitFor } from '../wait-for.ts'

/* Runs the commands of the README as processes, with a data directory of their own. */

export const folder = mkdtempSync(join(tmpdir(), 'earshot-serve-'))
export const env = { ...process.env, DATA_DIR: join(folder, 'data'), PORT: '0', DRAIN_SECONDS: '0' }
const started = new Set<ChildProcess>()
after(() => {
  for (const child of started) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

export type Started = {
  child: ChildProcess
  lines: string[]
  url: string
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals | null>
  output(): string
  errors(): string
}

/** Starts the server and waits for the last line of the banner, which contains the URL. */
export async function start(
  command: string,
  args: string[],
  more: Record<string, string> = {},
  options: { detached?: boolean } = {},
): Promise<Started> {
  const child = spawn(command, args, { env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  started.add(child)
  let out = ''
  let err = ''
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) =>
    child.once('exit', (code, signal) => (started.delete(child), resolve(code ?? signal))),
  )
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (chunk) => (out += chunk).includes('Ctrl-C') && resolve())
    child.stderr!.on('data', (chunk) => (err += chunk))
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready: ${out}${err}`)))
  })
  await ready
  const lines = out.split('\n').filter((line) => !line.startsWith('>') && !line.startsWith('npm '))
  return { child, lines, url: /http:\/\/localhost:\d+/.exec(out)![0], ended, output: () => out, errors: () => err }
}

export const serve = (...args: string[]) => start(process.execPath, ['src/main.ts', 'serve', ...args])
/** Asynchronous, so that connections closed by the server are noticed meanwhile. */
export const earshot = (...args: string[]) =>
  new Promise<{ status: number | null; stdout: string; stderr: string; json(): Record<string, string> }>((resolve) => {
    const child = execFile(process.execPath, ['src/main.ts', ...args], { env }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr, json: () => JSON.parse(stdout) as Record<string, string> }),
    )
  })
export const postmaster = () =>
  Number(readFileSync(join(env.DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
/** Undefined while there is no server: it removes its file before another one starts. */
export const findPostmaster = () => {
  try {
    return postmaster()
  } catch {
    return undefined
  }
}
export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
/** Empty when the process has ended meanwhile. */
export const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
/** A server may take 30 s to stop, and its database follows; on a busy machine both take that long. */
export const waitForExit = (pid: number) => waitFor(`the exit of process ${pid}`, () => !isAlive(pid), 180_000)
