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

/** The parts of the decompressed body. */
async function* partsOf(response: IncomingMessage): AsyncGenerator<Buffer> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = encoding === 'identity' || encoding === '' ? undefined : decoders[encoding]?.()
  if (!decoder && encoding !== 'identity' && encoding !== '')
    throw new OutboundError('BAD_ANSWER', 'The response has an unsupported content encoding.')
  const stream = decoder ? response.on('error', (error) => decoder.destroy(error)).pipe(decoder) : response
  try {
    for await (const part of stream as AsyncIterable<Buffer>) yield part
  } finally {
    response.destroy()
    decoder?.destroy()
  }
}

const tooLarge = (max: number) => new OutboundError('TOO_LARGE', `The response is larger than ${max} bytes.`)

/** The decompressed body; never more than `max` bytes are buffered. */
export async function readBody(response: IncomingMessage, max: number, overflow: Overflow): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of partsOf(response)) {
    parts.push(part)
    size += part.length
    if (size > max) break
  }
  if (size > max && overflow === 'refuse') throw tooLarge(max)
  return Buffer.concat(parts).subarray(0, max)
}

/** The decompressed body as it arrives; it fails after `max` bytes. */
export async function* streamBody(response: IncomingMessage, max: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of partsOf(response)) {
    size += part.length
    if (size > max) throw tooLarge(max)
    yield part
  }
}
