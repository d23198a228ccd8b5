import { spawn } from 'node:child_process'
import { parseArgs } from 'node:util'

/*
 * npm run test:competitors -- --reads 100000: concurrent readers while the research worker is killed repeatedly, and
 * a full run over 25 competitors.
 */

const { values } = parseArgs({ options: { reads: { type: 'string', default: '100000' } } })
const files = ['versions', 'full-run'].map((name) => `test/competitors/${name}.test.ts`)
const child = spawn(process.execPath, ['--test', '--test-timeout=86400000', '--test-concurrency=1', ...files], {
  stdio: 'inherit',
  env: { ...process.env, COMPETITOR_READS: values.reads, COMPETITOR_FULL: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
