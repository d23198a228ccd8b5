import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSteps } from '#serve/timing.ts'

test('the table of a start has every step and their sum', () => {
  const table = formatSteps([
    { name: 'modules', wallMs: 400.4, cpuMs: 380 },
    { name: 'first answer', wallMs: 20, cpuMs: 10.2 },
  ])
  const rows = table.split('\n').map((line) => line.trim().split(/\s{2,}/))
  assert.deepEqual(rows.slice(1, 5), [
    ['wall ms', 'CPU ms'],
    ['modules', '400', '380'],
    ['first answer', '20', '10'],
    ['total', '420', '390'],
  ])
})
