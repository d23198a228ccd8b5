import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
// @ts-expect-error Plain JavaScript, which also runs after npm ci.
import { removeOtherRuntimes } from '../../bin/other-runtimes.mjs'

const folder = mkdtempSync(join(tmpdir(), 'earshot-prune-'))
after(() => rmSync(folder, { recursive: true }))

const libraryOf = ([platform, arch]: readonly [string, string]) =>
  join(folder, 'bin/napi-v6', platform, arch, 'library.so')
const machines = [
  ['linux', 'arm64'],
  ['linux', 'x64'],
  ['win32', 'x64'],
] as const
for (const machine of machines) {
  mkdirSync(join(libraryOf(machine), '..'), { recursive: true })
  writeFileSync(libraryOf(machine), 'x'.repeat(100))
}
const left = () => machines.filter((machine) => existsSync(libraryOf(machine))).map((machine) => machine.join(' '))

test('libraries of other platforms are removed, and nothing where this one has none', () => {
  assert.equal(removeOtherRuntimes(folder, { platform: 'aix', arch: 'ppc64' }), 0)
  assert.equal(left().length, 3)
  assert.equal(removeOtherRuntimes(folder, { platform: 'linux', arch: 'x64' }), 200)
  assert.deepEqual(left(), ['linux x64'])
  assert.equal(removeOtherRuntimes(folder, { platform: 'linux', arch: 'x64' }), 0)
  assert.equal(removeOtherRuntimes(join(folder, 'nothing'), { platform: 'linux', arch: 'x64' }), 0)
})
