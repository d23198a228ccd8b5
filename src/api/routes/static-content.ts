import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/* Content that stays the same while the server runs: compressed once, and revalidated by its hash. */

type Coding = 'br' | 'gzip'
export type StaticContent = {
  type: string
  etag: string
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
  etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 20)}"`,
  content,
  cacheControl,
  compressible,
  compressed: {},
})

export async function sendStatic(request: FastifyRequest, reply: FastifyReply, asset: StaticContent) {
  reply
    .header('content-type', asset.type)
    .header('cache-control', asset.cacheControl)
    .header('etag', asset.etag)
    .header('vary', 'accept-encoding')
    .header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  const coding = asset.compressible ? codingOf(request) : null
  if (coding === null) return reply.send(asset.content)
  // By a thread of zlib: a large file would otherwise delay other requests.
  const body = await (asset.compressed[coding] ??= compress(asset.content, coding))
  return reply.header('content-encoding', coding).send(body)
}

function codingOf({ headers }: FastifyRequest): Coding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : null
}

const compress = (content: Buffer, coding: Coding) =>
  coding === 'br' ? toBrotli(content, brotliOptions) : toGzip(content)
