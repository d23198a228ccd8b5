import { type ChildProcess, spawn } from 'node:child_process'

export type StartedServer = { url: string; output(): string; stop(): Promise<number | null> }

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts a command that serves, and waits for the last line of its banner. */
export async function startServer(
  [command = '', ...args]: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<StartedServer> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  const ended = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => (running.delete(child), resolve(code))),
  )
  let output = ''
  child.stderr.on('data', (chunk) => (output += chunk))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => (output += chunk).includes('Ctrl-C') && resolve())
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready: ${output}`)))
  })
  return {
    url: /http:\/\/localhost:\d+\S*/.exec(output)![0],
    output: () => output,
    async stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
