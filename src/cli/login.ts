import { parseArgs } from 'node:util'
import { createClient } from '#client/client.ts'
import { requireAddress, storeCredentials } from './credentials.ts'
import { UsageError } from '#client/usage-error.ts'
import { type Io, print, readAll } from './io.ts'

/** Stores a server and a key after the server has accepted the key. */
export async function login(args: string[], io: Io): Promise<void> {
  const { values } = parseArgs({ args, options: { url: { type: 'string' }, key: { type: 'string' } } })
  if (!values.url || !values.key)
    throw new UsageError('login needs --url and --key; `--key -` reads the key from stdin')
  requireAddress(values.url)
  const apiKey = values.key === '-' ? (await readAll(io.stdin)).trim() : values.key
  const credentials = { baseUrl: values.url, apiKey }
  const { org_id, role } = await createClient(credentials).getMe()
  const file = await storeCredentials(io.env, credentials)
  await print(io.stdout, `Signed in to ${values.url} as ${role} of ${org_id}; stored in ${file}\n`)
}
