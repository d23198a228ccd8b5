import { spawn } from 'node:child_process'
import { environmentFrom } from './options.ts'

/*
 * npm run test:crash -- --cycles 300 [--seed S]: the crash tests of npm test with more faults, one file at a time.
 * npm run test:crash -- --release: every kind of fault, thousands of times (release.ts).
 */

if (process.argv.includes('--release')) await import('./release.ts')

const files = ['crash', 'storm', 'database-restart', 'faults', 'shutdown', 'csv-import', 'both-kills'].map(
  (name) => `test/crash/${name}.test.ts`,
)
const child = spawn(process.execPath, ['--test', '--test-timeout=86400000', '--test-concurrency=1', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ...environmentFrom(process.argv.slice(2)) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
