import { readFileSync, writeFileSync } from 'node:fs'

/* npm run licences: writes docs/licences.md, the licences of all packages that ship, from package-lock.json. */

type Locked = { version: string; license?: string; dev?: boolean; hasInstallScript?: boolean }

export const lockedPackages = (): [name: string, locked: Locked][] =>
  Object.entries(
    (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }).packages,
  )
    .filter(([path]) => path !== '')
    .map(([path, locked]) => [path.split('node_modules/').at(-1)!, locked])

/** The page, with the packages of each licence by name. */
export function licencesPage(): string {
  const shipped = lockedPackages().filter(([, { dev }]) => !dev)
  const byLicence = Map.groupBy(shipped, ([, { license = 'unknown' }]) => license)
  const sections = [...byLicence]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, packages]) => {
      const names = [...new Set(packages.map(([name, { version }]) => `${name} ${version}`))].sort()
      return `## ${licence}\n\n${names.join(', ')}.\n`
    })
  return [
    '# Licences of the packages that ship',
    '',
    'Written by `npm run licences` from package-lock.json; a test compares them. Data and models are listed in ' +
      '[NOTICE](../NOTICE).',
    '',
    ...sections,
  ].join('\n')
}

if (import.meta.main) writeFileSync('docs/licences.md', licencesPage())
