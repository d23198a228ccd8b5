import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'

/* npm run check: formats, types, lint, the size of the web app and the schema, as many at once as there are processors. */

const processors = availableParallelism()
/** Threads of tsc and tsgolint read many of the same types: four take twice the processor time of one. */
const threads = Math.max(1, Math.min(4, Math.floor(processors / 4)))
const folders = 'src test bench scripts'
/** The slowest first. */
const commands = [
  `oxlint --type-aware ${folders}`,
  `tsc -p . --checkers ${threads}`,
  `tsc -p src/web --checkers ${threads}`,
  'node scripts/check-bundle.ts',
  'node scripts/schema.ts --check',
  `oxfmt --check ${folders}`,
]

const limit = pLimit(processors)
const codes = await Promise.all(commands.map((command) => limit(() => check(command))))
process.exitCode = codes.every((code) => code === 0) ? 0 : 1

/** Prints what a command says when it has ended, so that the texts of several do not mix. */
function check(command: string): Promise<number> {
  const env = { ...process.env, GOMAXPROCS: String(threads) }
  const child = spawn(command, { shell: true, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return new Promise((resolve) =>
    child.on('close', (code) => {
      process.stdout.write(code === 0 ? output : `${output}failed: ${command}\n`)
      resolve(code ?? 1)
    }),
  )
}
