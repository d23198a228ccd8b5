import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { rootOf } from '#client/send.ts'
import { UsageError } from '#client/usage-error.ts'

export type Env = Record<string, string | undefined>
export type Credentials = { baseUrl: string; apiKey: string }
type Stored = { url?: string; key?: string }

export const configFile = (env: Env) =>
  join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'earshot', 'config.json')

/** Environment variables take precedence; a stored key is only sent to the server it was stored for. */
export async function readCredentials(env: Env): Promise<Credentials> {
  const stored = await readStored(configFile(env))
  const baseUrl = env.EARSHOT_URL || stored.url
  if (!baseUrl)
    throw new UsageError(
      'no server configured: run `earshot login --url <url> --key <key>`, or set EARSHOT_URL and EARSHOT_API_KEY',
    )
  requireAddress(baseUrl)
  const isSameServer = stored.url !== undefined && rootOf(stored.url, 'api') === rootOf(baseUrl, 'api')
  const apiKey = env.EARSHOT_API_KEY || (isSameServer ? stored.key : undefined)
  if (!apiKey)
    throw new UsageError(
      `no API key configured for ${baseUrl}: ` +
        `run \`earshot login --url ${baseUrl} --key <key>\`, or set EARSHOT_API_KEY`,
    )
  return { baseUrl, apiKey }
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

/** Written to a temporary file and renamed, so that the file is always complete and private. */
export async function storeCredentials(env: Env, { baseUrl, apiKey }: Credentials): Promise<string> {
  const file = configFile(env)
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ url: baseUrl, key: apiKey }, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, file)
  return file
}
