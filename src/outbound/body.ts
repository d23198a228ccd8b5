import type { IncomingMessage } from 'node:http'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundError } from './failure.ts'

/** What to do with an answer that is longer than asked for. */
export type Overflow = 'refuse' | 'cut'

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
export const acceptedEncodings = 'gzip, deflate, br'

/** The unpacked body, of which never more than `most` bytes are held, whatever was packed. */
export async function readBody(answer: IncomingMessage, max: number, overflow: Overflow): Promise<Buffer> {
  const encoding = (answer.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = encoding === 'identity' || encoding === '' ? undefined : decoders[encoding]?.()
  if (!decoder && encoding !== 'identity' && encoding !== '')
    throw new OutboundError('BAD_ANSWER', 'The answer is packed in a way we do not read.')
  const parts: Buffer[] = []
  let size = 0
  const stream = decoder ? answer.on('error', (error) => decoder.destroy(error)).pipe(decoder) : answer
  try {
    for await (const part of stream as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size > max) break
    }
  } finally {
    answer.destroy()
    decoder?.destroy()
  }
  if (size > max && overflow === 'refuse')
    throw new OutboundError('TOO_LARGE', `The answer is larger than ${max} bytes.`)
  return Buffer.concat(parts).subarray(0, max)
}
