import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
const find = (program: string) => folders.map((folder) => `${folder}/${program}`).find((path) => existsSync(path))

/** Path of a program, installed with apt-get where the tests run as root on Debian; undefined where that fails. */
export function findOrInstall(program: string): string | undefined {
  const found = find(program)
  if (found !== undefined || process.getuid?.() !== 0 || !find('apt-get')) return found
  process.stderr.write(`${program} is missing: installing it with apt-get.\n`)
  const install = `apt-get install -y -qq --no-install-recommends ${program}`
  spawnSync('sh', ['-c', `${install} || (apt-get update -qq && ${install})`], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return find(program)
}
