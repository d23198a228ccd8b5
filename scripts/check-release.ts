import { readFileSync, writeFileSync } from 'node:fs'

/*
 * Run by `npm version`. Without arguments (preversion): fails while the section "Unreleased" of CHANGELOG.md is empty.
 * With --write (version): moves the entries of "Unreleased" to a section for the version in package.json, and writes
 * that version into the Helm chart.
 */

const heading = '## Unreleased'
const chart = 'deploy/helm/earshot/Chart.yaml'

/** The entries below "Unreleased", up to the next version. */
export function unreleasedEntries(changelog: string): string {
  const start = changelog.indexOf(`${heading}\n`)
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${heading}"; add it above the latest version`)
  const rest = changelog.slice(start + heading.length + 1)
  const end = rest.search(/^## /m)
  return (end < 0 ? rest : rest.slice(0, end)).trim()
}

export function requireEntries(changelog: string) {
  if (!/^\s*[-*] \S/m.test(unreleasedEntries(changelog)))
    throw new Error(`CHANGELOG.md has no entry below "${heading}"; describe the release there first`)
}

/** The changelog with the unreleased entries under `version`, and an empty "Unreleased" above. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  requireEntries(changelog)
  if (changelog.includes(`\n## ${version} `)) throw new Error(`CHANGELOG.md already has a section for ${version}`)
  return changelog.replace(`${heading}\n`, `${heading}\n\n## ${version} - ${date}\n`)
}

/** The Helm chart deploys the image of the same version. */
export const withAppVersion = (text: string, version: string) =>
  text.replace(/^appVersion: .*$/m, `appVersion: "${version}"`)

function main(args: string[]) {
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  if (!args.includes('--write')) return requireEntries(changelog)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  writeFileSync(chart, withAppVersion(readFileSync(chart, 'utf8'), version))
  writeFileSync('CHANGELOG.md', releaseChangelog(changelog, version, new Date().toISOString().slice(0, 10)))
}

if (import.meta.main) {
  try {
    main(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`check-release: ${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
