import { run } from 'node:test'
import { spec } from 'node:test/reporters'

/* node test/run-files.ts concurrency file…: `node --test` would take the files in the order of their names. */

const [concurrency, ...files] = process.argv.slice(2)
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
const results = run({ files, concurrency: Number(concurrency), timeout: 1_200_000, signal: interruption.signal })
results.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1
})
results.compose(spec).pipe(process.stdout)
