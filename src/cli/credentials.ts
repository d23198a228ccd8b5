import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { rootOf } from '#client/send.ts'
import { UsageError } from '#client/usage-error.ts'

type Env = Record<string, string | undefined>
type Credentials = { baseUrl: string; apiKey: string }
type StoredServer = { url?: string; key?: string }
/** The server of the profile "default" is outside of `profiles`, where files of earlier versions have it. */
type Stored = StoredServer & { profiles?: Record<string, StoredServer>; profile?: string }

/** Of the profiles: the one named on the command line or in EARSHOT_PROFILE, or that `earshot profiles use` chose. */
type Selection = { env: Env; profile?: string | undefined }

export const defaultProfile = 'default'

export const configFile = (env: Env) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'earshot', 'config.json')

const selectedOf = ({ env, profile }: Selection, stored: Stored) =>
  profile ?? (env.EARSHOT_PROFILE || stored.profile || defaultProfile)

const serversOf = ({ url, key, profiles = {} }: Stored): Record<string, StoredServer> => ({
  ...(url !== undefined && { [defaultProfile]: { url, ...(key !== undefined && { key }) } }),
  ...profiles,
})

/**
 * A profile named on the command line is used as it is stored; otherwise EARSHOT_URL and EARSHOT_API_KEY take
 * precedence. A stored key is only sent to the server it was stored for.
 */
export async function readCredentials(selection: Selection): Promise<Credentials> {
  const all = await readStored(configFile(selection.env))
  const name = selectedOf(selection, all)
  const servers = serversOf(all)
  if (name !== defaultProfile && servers[name] === undefined) throw unknownProfile(name, servers)
  const stored = servers[name] ?? {}
  const env = selection.profile === undefined ? selection.env : {}
  const login = `earshot login ${name === defaultProfile ? '' : `--profile ${name} `}--url`
  const baseUrl = env.EARSHOT_URL || stored.url
  if (!baseUrl)
    throw new UsageError(
      `no server configured: run \`${login} <url> --key <key>\`, or set EARSHOT_URL and EARSHOT_API_KEY`,
    )
  requireAddress(baseUrl)
  const isSameServer = stored.url !== undefined && rootOf(stored.url, 'api') === rootOf(baseUrl, 'api')
  const apiKey = env.EARSHOT_API_KEY || (isSameServer ? stored.key : undefined)
  if (!apiKey)
    throw new UsageError(
      `no API key configured for ${baseUrl}: run \`${login} ${baseUrl} --key <key>\`, or set EARSHOT_API_KEY`,
    )
  return { baseUrl, apiKey }
}

function unknownProfile(name: string, servers: Record<string, StoredServer>): UsageError {
  const known = Object.keys(servers)
  const list = known.length ? `; there are ${known.join(', ')}` : ''
  return new UsageError(
    `no profile ${name}${list}: \`earshot login --profile ${name} --url <url> --key <key>\` adds it`,
  )
}

const profileName = /^[\w.-]{1,50}$/

export function requireProfileName(name: string) {
  if (!profileName.test(name))
    throw new UsageError(`${JSON.stringify(name)} is no name of a profile: use letters, digits, ., _ and -`)
}

export function requireAddress(url: string) {
  if (!/^https?:\/\/[^/]/.test(url)) throw new UsageError(`${url} is not an http or https URL`)
}

async function readStored(file: string): Promise<Stored> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}'
    throw new UsageError(`${file} cannot be read: ${error.code}`)
  })
  try {
    return JSON.parse(text) as Stored
  } catch {
    throw new UsageError(`${file} is not JSON; run \`earshot login\` again`)
  }
}

type Profile = { profile: string; server: string; in_use: boolean }

export async function listProfiles(selection: Selection): Promise<Profile[]> {
  const stored = await readStored(configFile(selection.env))
  const selected = selectedOf(selection, stored)
  return Object.entries(serversOf(stored)).map(([profile, { url }]) => ({
    profile,
    server: url ?? '',
    in_use: profile === selected,
  }))
}

/** The profile that commands use unless they name another one. */
export async function chooseProfile(env: Env, name: string): Promise<void> {
  const stored = await readStored(configFile(env))
  if (serversOf(stored)[name] === undefined) throw unknownProfile(name, serversOf(stored))
  const { profile: _, ...others } = stored
  await writeStored(env, name === defaultProfile ? others : { ...others, profile: name })
}

/** Returns the file and the profile in it. */
export async function storeCredentials(selection: Selection, { baseUrl, apiKey }: Credentials) {
  const { env } = selection
  const stored = await readStored(configFile(env)).catch(() => ({}) as Stored)
  const name = selectedOf(selection, stored)
  requireProfileName(name)
  const server = { url: baseUrl, key: apiKey }
  const next =
    name === defaultProfile ? { ...stored, ...server } : { ...stored, profiles: { ...stored.profiles, [name]: server } }
  return { file: await writeStored(env, next), profile: name }
}

/** Returns the profile if it was stored. */
export async function removeCredentials(selection: Selection): Promise<string | undefined> {
  const { env } = selection
  const file = configFile(env)
  // A file that cannot be read holds no profile to keep.
  const stored = await readStored(file).catch(() => undefined)
  if (stored === undefined) return rm(file).then(() => defaultProfile)
  const name = selectedOf(selection, stored)
  if (serversOf(stored)[name] === undefined) return undefined
  const { url, key, profiles = {}, profile } = stored
  const { [name]: _, ...others } = profiles
  const next: Stored = {
    ...(name !== defaultProfile && url !== undefined && { url, ...(key !== undefined && { key }) }),
    ...(Object.keys(others).length && { profiles: others }),
    ...(profile !== undefined && profile !== name && { profile }),
  }
  if (Object.keys(serversOf(next)).length) await writeStored(env, next)
  else await rm(file)
  return name
}

/** Written to a temporary file and renamed, so that the file is always complete and private. */
async function writeStored(env: Env, stored: Stored): Promise<string> {
  const file = configFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
  return file
}
