import { callsOf } from '#client/calls.ts'
import { clientInventory } from '#client/inventory.ts'
import { connectAs } from './connection.ts'
import {
  configFile,
  defaultProfile,
  readCredentials,
  removeCredentials,
  requireAddress,
  requireProfileName,
  storeCredentials,
} from './credentials.ts'
import { type Io, print, readAll } from './io.ts'
import { jsonOf } from './text.ts'

type Me = { org_id: string; role: string }

/** Stores a server and a key after the server has accepted the key. */
export async function login({ url, key }: { url: string; key: string }, io: Io): Promise<void> {
  requireAddress(url)
  if (io.profile !== undefined) requireProfileName(io.profile)
  const apiKey = key === '-' ? (await readAll(io.stdin)).toString('utf8').trim() : key
  const credentials = { baseUrl: url, apiKey }
  const { org_id, role } = (await callsOf(clientInventory, credentials).call('getMe')) as Me
  const { file, profile } = await storeCredentials(io, credentials)
  const as = profile === defaultProfile ? '' : ` as profile ${profile}`
  await print(io.stdout, `Signed in to ${url} as ${role} of ${org_id}; stored${as} in ${file}\n`)
}

/** Deletes the stored server and key of the profile; variables of the environment stay in use. */
export async function logout(io: Io): Promise<void> {
  const file = configFile(io.env)
  const removed = await removeCredentials(io)
  const what = removed === defaultProfile || removed === undefined ? '' : ` the profile ${removed} of`
  await print(io.stdout, removed === undefined ? `Nothing is stored in ${file}\n` : `Deleted${what} ${file}\n`)
  if (io.env.EARSHOT_API_KEY) await print(io.stderr, 'EARSHOT_API_KEY is set and stays in use.\n')
}

export async function whoami({ json = false }: { json?: boolean }, io: Io): Promise<void> {
  const { baseUrl } = await readCredentials(io)
  const me = { server: baseUrl, ...((await (await connectAs(io)).call('getMe')) as object) }
  if (json || !io.isTTY) return print(io.stdout, `${jsonOf(me, 2)}\n`)
  const { detailOf } = await import('./detail.ts')
  return print(io.stdout, detailOf(me))
}
