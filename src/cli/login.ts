import { rm } from 'node:fs/promises'
import { callsOf } from '#client/calls.ts'
import { clientInventory } from '#client/inventory.ts'
import { connectAs } from './connection.ts'
import { configFile, readCredentials, requireAddress, storeCredentials } from './credentials.ts'
import { type Io, print, readAll } from './io.ts'
import { jsonOf } from './text.ts'

type Me = { org_id: string; role: string }

/** Stores a server and a key after the server has accepted the key. */
export async function login({ url, key }: { url: string; key: string }, io: Io): Promise<void> {
  requireAddress(url)
  const apiKey = key === '-' ? (await readAll(io.stdin)).toString('utf8').trim() : key
  const credentials = { baseUrl: url, apiKey }
  const { org_id, role } = (await callsOf(clientInventory, credentials).call('getMe')) as Me
  const file = await storeCredentials(io.env, credentials)
  await print(io.stdout, `Signed in to ${url} as ${role} of ${org_id}; stored in ${file}\n`)
}

/** Deletes the stored server and key; variables of the environment stay in use. */
export async function logout(io: Io): Promise<void> {
  const file = configFile(io.env)
  const isStored = await rm(file).then(
    () => true,
    () => false,
  )
  await print(io.stdout, isStored ? `Deleted ${file}\n` : `Nothing is stored in ${file}\n`)
  if (io.env.EARSHOT_API_KEY) await print(io.stderr, 'EARSHOT_API_KEY is set and stays in use.\n')
}

export async function whoami({ json = false }: { json?: boolean }, io: Io): Promise<void> {
  const { baseUrl } = await readCredentials(io.env)
  const me = { server: baseUrl, ...((await (await connectAs(io)).call('getMe')) as object) }
  if (json || !io.isTTY) return print(io.stdout, `${jsonOf(me, 2)}\n`)
  const { detailOf } = await import('./detail.ts')
  return print(io.stdout, detailOf(me))
}
