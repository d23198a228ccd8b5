import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/* Installs Earshot in fresh folders. By default from the packages in node_modules, with FULL_INSTALL=1 by npm. */

export const isFullInstall = process.env.FULL_INSTALL === '1'

/** How npm reaches its registry from here: through a proxy, with a certificate authority of its own, or a mirror. */
const waysToRegistry =
  /^(npm_config_(registry|cafile|https?_proxy|proxy|noproxy)|node_extra_ca_certs|(https?|no)_proxy)$/i

/** For commands that install packages; what is started afterwards gets the plain environment. */
export const installEnvironment = (home: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      waysToRegistry.test(name) && value !== undefined ? [[name, value] as const] : [],
    ),
  ),
  ...freshEnvironment(home),
  // A registry that cannot be reached is an error within a minute, instead of minutes for each package.
  npm_config_fetch_retries: '1',
})

/** The environment of a fresh machine with this Node; npm uses its cache where it can. */
export const freshEnvironment = (home: string): Record<string, string> => ({
  PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  HOME: home,
  npm_config_cache: process.env.npm_config_cache ?? join(process.env.HOME ?? '', '.npm'),
  npm_config_prefer_offline: 'true',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
  npm_config_update_notifier: 'false',
})

/** An installation from the registry takes minutes on a slow machine. */
const maxCommandMs = 15 * 60_000

export function runShell(command: string, { cwd, env }: { cwd: string; env: Record<string, string> }): string {
  const options = { cwd, env, encoding: 'utf8', timeout: maxCommandMs } as const
  const { status, signal, stdout, stderr } = spawnSync('sh', ['-ec', command], options)
  if (status !== 0) throw new Error(`${command} ended with ${status ?? signal}: ${stdout}${stderr}`)
  return stdout
}

/** The files that git keeps, or would keep, in a folder of their own, without those of .dockerignore. */
export function copyRepository(to: string) {
  const list = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { encoding: 'utf8' })
  const ignored = readFileSync('.dockerignore', 'utf8').trim().split('\n')
  const isIgnored = (path: string) => ignored.some((one) => path.startsWith(`${one}/`) || matchesGlob(path, one))
  for (const path of list.stdout.split('\0').filter((one) => one !== '' && !isIgnored(one)))
    cpSync(path, join(to, path), { recursive: true })
}

/** What `npm ci` does, by hard links to the packages of this repository. */
export function linkAllPackages(to: string) {
  const { status, stderr } = spawnSync('cp', ['-al', 'node_modules', join(to, 'node_modules')], { encoding: 'utf8' })
  if (status !== 0) cpSync('node_modules', join(to, 'node_modules'), { recursive: true, verbatimSymlinks: true })
  if (status !== 0 && readdirSync(join(to, 'node_modules')).length === 0) throw new Error(stderr)
}

/** Links to the packages that are needed without development, as npm would install them beside a package. */
export function linkProductionPackages(to: string) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>
  }
  const top = readdirSync('node_modules', { recursive: false }) as string[]
  const names = top.flatMap((name) =>
    name.startsWith('@') ? readdirSync(join('node_modules', name)).map((one) => `${name}/${one}`) : [name],
  )
  for (const name of names) {
    const entry = packages[`node_modules/${name}`]
    if (!entry || entry.dev) continue
    mkdirSync(dirname(join(to, name)), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules', name), join(to, name))
  }
}
