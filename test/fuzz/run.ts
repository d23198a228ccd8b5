import { spawn } from 'node:child_process'
import { environmentFrom } from './options.ts'
import { runRelease } from './release.ts'

/*
 * npm run test:fuzz -- [--cases 5000] [--seed S] [--operation id]: the fuzz test of npm test with more cases or a given
 * seed; with --release, see release.ts.
 */

if (process.argv.includes('--release')) process.exit((await runRelease(process.argv.slice(2))) ? 0 : 1)

const child = spawn(process.execPath, ['--test', '--test-timeout=86400000', 'test/fuzz/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ...environmentFrom(process.argv.slice(2)) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
