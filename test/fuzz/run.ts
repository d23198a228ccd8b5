import { spawn } from 'node:child_process'
import { environmentFrom } from './options.ts'

/* npm run test:fuzz -- [--cases 5000] [--seed S] [--operation id]: the fuzz test of npm test with more cases or a given seed. */

const child = spawn(process.execPath, ['--test', '--test-timeout=86400000', 'test/fuzz/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, ...environmentFrom(process.argv.slice(2)) },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 1))
