import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from './failure.ts'

/** What to do with a body over the limit. */
export type Overflow = 'refuse' | 'cut'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
export const acceptedEncodings = 'gzip, deflate, br'

/** The decompressed body; never more than `max` bytes are buffered. */
export async function readBody(response: IncomingMessage, max: number, overflow: Overflow): Promise<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = encoding === 'identity' || encoding === '' ? undefined : decoders[encoding]?.()
  if (!decoder && encoding !== 'identity' && encoding !== '')
    throw new OutboundError('BAD_ANSWER', 'The response has an unsupported content encoding.')
  const parts: Buffer[] = []
  let size = 0
  const stream = decoder ? response.on('error', (error) => decoder.destroy(error)).pipe(decoder) : response
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size > max) break
    }
  } finally {
    response.destroy()
    decoder?.destroy()
  }
  if (size > max && overflow === 'refuse')
    throw new OutboundError('TOO_LARGE', `The response is larger than ${max} bytes.`)
  return Buffer.concat(parts).subarray(0, max)
}
