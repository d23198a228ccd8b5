import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/* Content that stays the same while the server runs: compressed once, and revalidated by its hash. */

type Coding = 'br' | 'gzip'
export type StaticContent = {
  type: string
  hash: string
  content: Buffer
  cacheControl: string
  /** False for formats that are compressed already. */
  compressible: boolean
  compressed: Partial<Record<Coding, Promise<Buffer>>>
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
/** Nearly as small as the best at a tenth of the time. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }

export const staticContent = (
  content: Buffer,
  {
    type,
    cacheControl = 'no-cache',
    compressible = true,
  }: { type: string; cacheControl?: string; compressible?: boolean },
): StaticContent => ({
  type,
  hash: createHash('sha256').update(content).digest('base64url').slice(0, 20),
  content,
  cacheControl,
  compressible,
  compressed: {},
})

export async function sendStatic(request: FastifyRequest, reply: FastifyReply, asset: StaticContent) {
  const coding = asset.compressible ? codingFor(request, asset.content) : null
  reply
    .header('content-type', asset.type)
    .header('cache-control', asset.cacheControl)
    .header('etag', etagFor(asset.hash, coding))
    .header('x-content-type-options', 'nosniff')
  if (asset.compressible) reply.header('vary', 'accept-encoding')
  if (isKnown(request, asset.hash)) return reply.code(304).send()
  if (coding === null) return reply.send(asset.content)
  const body = await (asset.compressed[coding] ??= compress(asset.content, coding))
  return reply.header('content-encoding', coding).send(body)
}

/** Each coding is a representation of its own. */
const etagFor = (hash: string, coding: Coding | null) => (coding === null ? `"${hash}"` : `"${hash}-${coding}"`)

/** Any coding of the same content will do. */
const isKnown = ({ headers }: FastifyRequest, hash: string) =>
  (headers['if-none-match'] ?? '').split(',').some((etag) => {
    const [, known] = /^(?:W\/)?"([\w-]+?)(?:-br|-gzip)?"$/.exec(etag.trim()) ?? []
    return known === hash
  })

/** Less fits into one packet anyway. */
const minCompressedBytes = 1024

/** The coding in which the caller wants this content, or null for none. */
export function codingFor({ headers }: FastifyRequest, content: Buffer): Coding | null {
  if (content.length < minCompressedBytes) return null
  const accepted = new Map<string, number>()
  for (const item of String(headers['accept-encoding'] ?? '').split(',')) {
    const [name = '', quality = 'q=1'] = item.split(';').map((part) => part.trim().toLowerCase())
    accepted.set(name, Number(/^q=([\d.]+)$/.exec(quality)?.[1] ?? 0))
  }
  const isAccepted = (coding: Coding) => (accepted.get(coding) ?? accepted.get('*') ?? 0) > 0
  if (isAccepted('br')) return 'br'
  return isAccepted('gzip') ? 'gzip' : null
}

/** By a thread of zlib: a large file would otherwise delay other requests. */
export const compress = (content: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? toBrotli(content, brotliOptions) : toGzip(content)
