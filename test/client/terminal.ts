import { Readable, Writable } from 'node:stream'
import type { Routes } from '#contract/core/route.ts'
import { runCli } from '#cli/run.ts'
import { version } from '#version.ts'

export type TerminalOptions = {
  env?: Record<string, string>
  isTTY?: boolean
  columns?: number
  stdin?: string
  inventory?: Routes
}

function sink() {
  let text = ''
  const stream = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  return { stream, text: () => text }
}

/** Runs a command and returns its output. */
export async function type(
  argv: string[],
  { env = {}, isTTY = false, columns, stdin = '', inventory }: TerminalOptions = {},
) {
  const out = sink()
  const err = sink()
  const stdout = Object.assign(out.stream, columns !== undefined && { columns })
  const code = await runCli(
    argv,
    { version, stdout, stderr: err.stream, stdin: Readable.from([Buffer.from(stdin)]), env, isTTY },
    inventory,
  )
  return { code, stdout: out.text(), stderr: err.text() }
}
