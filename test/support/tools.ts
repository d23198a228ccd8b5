import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

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

/** Where programs lie that are unpacked, not installed: a package of Debian would start its service. */
const unpackedTools = 'node_modules/.cache/test-tools'

/** Path of a program of a package of Debian, unpacked with apt-get where it is not installed. */
export function findOrUnpack(program: string, name: string): string | undefined {
  const folder = resolve(unpackedTools, name)
  const path = `${folder}/usr/bin/${program}`
  const found = find(program) ?? (existsSync(path) ? path : undefined)
  if (found !== undefined || !find('apt-get')) return found
  process.stderr.write(`${program} is missing: unpacking ${name}.\n`)
  // Unpacked beside and renamed, because several test files may look at once.
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  const download = `apt-get download -qq ${name} && dpkg-deb -x ${name}_*.deb . && rm ${name}_*.deb`
  spawnSync('sh', ['-c', `(${download}) || (apt-get update -qq && ${download})`], {
    cwd: draft,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (existsSync(folder)) rmSync(draft, { recursive: true })
  else renameSync(draft, folder)
  return existsSync(path) ? path : undefined
}
