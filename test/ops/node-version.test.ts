import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-node-')))
after(() => rmSync(folder, { recursive: true, force: true }))

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
const minimum = Number(/^>=(\d+)$/.exec(manifest.engines.node)![1])

test('one minimum version of Node is stated everywhere', () => {
  for (const file of ['README.md', 'CONTRIBUTING.md', 'docs/getting-started.md'])
    assert.match(readFileSync(file, 'utf8'), new RegExp(`Node ${minimum} or newer`), file)
  for (const [, major] of readFileSync('Dockerfile', 'utf8').matchAll(/^FROM node:(\d+)/gm))
    assert.equal(Number(major), minimum)
})

test('npm has no package that asks for a newer Node', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { engines?: { node?: string } }>
  }
  const lowestOf = (range: string) => Math.min(...range.split('||').map((part) => Number(/\d+/.exec(part)?.[0] ?? 0)))
  const newer = Object.entries(packages).filter(([, { engines }]) => engines?.node && lowestOf(engines.node) > minimum)
  assert.deepEqual(newer, [])
})

test('what is missing is said in one sentence', () => {
  const start = () => spawnSync(process.execPath, ['bin/earshot.mjs', 'config'], { cwd: folder, encoding: 'utf8' })
  const setMinimum = (node: string) =>
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines: { node } }))
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  cpSync('src/main.ts', join(folder, 'src/main.ts'))
  setMinimum('>=99')
  const old = start()
  assert.deepEqual(
    [old.status, old.stderr],
    [1, `Earshot needs Node 99 or newer, and this is Node ${process.versions.node}.\n`],
  )
  setMinimum(manifest.engines.node)
  const bare = start()
  assert.deepEqual(
    [bare.status, bare.stderr],
    [1, `The packages that Earshot needs are not installed: run npm ci in ${folder}.\n`],
  )
})
