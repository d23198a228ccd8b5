import { type OAuthClient, upsertClient } from '#domain/access/connected-apps/queries-clients.ts'
import type { Settings } from '#domain/context.ts'
import { type Outbound, type OutboundResponse } from '#outbound/client.ts'
import { OutboundError } from '#outbound/failure.ts'
import type { Db } from '#store/open.ts'
import { isProblem, readClientMetadata } from './client-metadata.ts'

type DocumentDeps = { db: Db; outbound: Outbound; settings: Pick<Settings, 'privateNetworks'> }

/** Redirects are not followed: the id is the URL that answers. */
const limits = { bytes: 32 * 1024, ms: 5000, redirects: 0 }

/** Whether a client id is the URL of a document; plain http is for installations that reach private networks. */
export function isDocumentUrl(id: string, { privateNetworks = [] }: Pick<Settings, 'privateNetworks'>): boolean {
  if (id.length > 500 || !URL.canParse(id)) return false
  const { protocol, href, hash, username, password, pathname } = new URL(id)
  const isAllowed = protocol === 'https:' || (protocol === 'http:' && privateNetworks.length > 0)
  return isAllowed && href === id && hash === '' && username === '' && password === '' && pathname !== '/'
}

/** Reads the document and keeps what it says; undefined if it cannot be read or does not describe this client. */
export async function fetchClient({ db, outbound }: DocumentDeps, id: string): Promise<OAuthClient | undefined> {
  const document = parse(await outbound.get({ url: id, headers: { accept: 'application/json' }, limits }).catch(away))
  if (document?.client_id !== id) return undefined
  const read = readClientMetadata(document)
  if (isProblem(read)) return undefined
  const client = { id, ...read }
  await upsertClient(db, client)
  return client
}

function away(error: unknown): undefined {
  if (!(error instanceof OutboundError)) throw error
}

function parse(response: OutboundResponse | undefined): Record<string, unknown> | undefined {
  if (response?.status !== 200) return undefined
  try {
    const document: unknown = JSON.parse(response.body.toString())
    return typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
