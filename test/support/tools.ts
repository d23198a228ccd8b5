import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
const find = (program: string) => folders.map((folder) => `${folder}/${program}`).find((path) => existsSync(path))

/** Path of a program, installed with apt-get where the tests run as root on Debian; undefined where that fails. */
export const findOrInstall = (program: string): string | undefined => installed(program, () => find(program))

/** Folder of the server and the tools of Debian's PostgreSQL, which are not in PATH; the newest of several versions. */
export const findPostgres = (): string | undefined =>
  installed('postgresql', () => globSync('/usr/lib/postgresql/*/bin/pg_dump').toSorted(byVersion).at(-1))?.replace(
    /\/pg_dump$/,
    '',
  )

const byVersion = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })

function installed(name: string, look: () => string | undefined): string | undefined {
  const found = look()
  if (found !== undefined || process.getuid?.() !== 0 || !find('apt-get')) return found
  process.stderr.write(`${name} is missing: installing it with apt-get.\n`)
  const install = `apt-get install -y -qq --no-install-recommends ${name}`
  spawnSync('sh', ['-c', `${install} || (apt-get update -qq && ${install})`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return look()
}
