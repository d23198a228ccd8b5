import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { test } from 'node:test'
import { releaseChangelog, requireEntries, unreleasedEntries } from '../scripts/check-release.ts'
import { coverageTable, folderOf } from './coverage-reporter.ts'

const changelog = (unreleased: string) => `# Changelog

## Unreleased
${unreleased}
## 0.2.0 - 2026-11-17

- Earlier entry.
`
const withEntry = changelog('\n### Added\n\n- Export as JSON.\n')

test('unreleased entries end at the next version', () => {
  assert.equal(unreleasedEntries(withEntry), '### Added\n\n- Export as JSON.')
  assert.equal(unreleasedEntries('## Unreleased\n\n- Last.\n'), '- Last.')
  assert.throws(() => unreleasedEntries('# Changelog\n'), /no section/)
})

test('a release without entries is refused, also when only headings are there', () => {
  assert.throws(() => requireEntries(changelog('')), /no entry/)
  assert.throws(() => requireEntries(changelog('\n### Added\n')), /no entry/)
  requireEntries(withEntry)
})

test('a release moves the entries to its version and leaves an empty section above', () => {
  const released = releaseChangelog(withEntry, '0.3.0', '2026-12-01')
  assert.equal(unreleasedEntries(released), '')
  assert.match(released, /## Unreleased\n\n## 0\.3\.0 - 2026-12-01\n\n### Added\n\n- Export as JSON\.\n\n## 0\.2\.0/)
  assert.throws(() => releaseChangelog(withEntry, '0.2.0', '2026-12-01'), /already has/)
})

test('the command fails with one line, and writes nothing unless asked to', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'earshot-release-'))
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [resolve('scripts/check-release.ts'), ...args], { cwd, encoding: 'utf8' })
  const file = join(cwd, 'CHANGELOG.md')
  try {
    writeFileSync(join(cwd, 'package.json'), '{"version":"0.3.0"}')
    const chart = join(cwd, 'deploy/helm/earshot/Chart.yaml')
    mkdirSync(dirname(chart), { recursive: true })
    writeFileSync(chart, 'version: 0.1.0\nappVersion: "0.2.0"\n')
    writeFileSync(file, changelog(''))
    const refused = run()
    assert.equal(refused.status, 1)
    assert.match(refused.stderr, /^check-release: CHANGELOG\.md has no entry.*\n$/)
    writeFileSync(file, withEntry)
    assert.equal(run().status, 0)
    assert.equal(readFileSync(file, 'utf8'), withEntry)
    assert.equal(run('--write').status, 0)
    assert.match(readFileSync(file, 'utf8'), /## 0\.3\.0 - \d{4}-\d\d-\d\d\n/)
    assert.equal(readFileSync(chart, 'utf8'), 'version: 0.1.0\nappVersion: "0.3.0"\n')
  } finally {
    rmSync(cwd, { recursive: true })
  }
})

test('the changelog has a section for unreleased changes and one for the version in package.json', () => {
  const text = readFileSync('CHANGELOG.md', 'utf8')
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  unreleasedEntries(text)
  assert.ok(text.includes(`\n## ${version} - `))
})

test('coverage is summed by folder', () => {
  const file = (path: string, coveredLineCount: number) => ({
    path,
    totalLineCount: 10,
    coveredLineCount,
    totalBranchCount: 4,
    coveredBranchCount: 3,
  })
  assert.deepEqual(['/a/src/api/auth/x.ts', '/a/src/config.ts', '/a/src/engine/y.ts'].map(folderOf), [
    'src/api',
    'src',
    'src/engine',
  ])
  const table = coverageTable([file('/a/src/api/x.ts', 10), file('/a/src/api/auth/y.ts', 5), file('/a/src/z.ts', 0)])
  assert.match(table, /^src\/api +2 +75\.0 % +75\.0 %$/m)
  assert.match(table, /^all +3 +50\.0 %/m)
})
