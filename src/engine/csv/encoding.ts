/* What kind of text some bytes are. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** How files begin that are no text, whatever their name says. */
const signatures: readonly (readonly [string, readonly number[]])[] = [
  ['a ZIP archive or a spreadsheet', [0x50, 0x4b, 0x03, 0x04]],
  ['an empty ZIP archive', [0x50, 0x4b, 0x05, 0x06]],
  ['a gzip archive', [0x1f, 0x8b]],
  ['an old Excel file', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['a PNG image', [0x89, 0x50, 0x4e, 0x47]],
  ['a JPEG image', [0xff, 0xd8, 0xff]],
  ['a 7z archive', [0x37, 0x7a, 0xbc, 0xaf]],
]

const sampleSize = 64 * 1024
/** A few odd bytes are broken rows; more than one in fifty is no text. */
const mostOdd = 0.02
const fewOdd = 8

const beginsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)

/** Undefined for text; otherwise what it seems to be. */
export function kindOfBinary(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const known = signatures.find(([, start]) => beginsWith(bytes, start))
  if (known) return known[0]
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return undefined
  const sample = bytes.subarray(0, sampleSize)
  const odd = sample.reduce((sum, byte) => sum + (byte < 9 || (byte > 13 && byte < 32) || byte === 127 ? 1 : 0), 0)
  return odd > fewOdd && odd / sample.length > mostOdd ? 'not text' : undefined
}

/** By its mark; without one by where the zero bytes are, and by whether the rest reads as UTF-8. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (beginsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (beginsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (beginsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  return wide(bytes.subarray(0, sampleSize)) ?? (readsAsUtf8(bytes) ? 'utf-8' : 'windows-1252')
}

function wide(sample: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(sample.length / 2)
  let [even, odd] = [0, 0]
  for (let i = 0; i < pairs; i++) {
    if (sample[2 * i] === 0) even++
    if (sample[2 * i + 1] === 0) odd++
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.05 ? 'utf-16be' : undefined
}

/** A few broken bytes among many letters of UTF-8 are broken; a text whose every accent is broken was never UTF-8. */
function readsAsUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8')
  let [broken, wellFormed] = [0, 0]
  for (let at = 0; at < bytes.length; at += sampleSize) {
    for (const char of decoder.decode(bytes.subarray(at, at + sampleSize), {
      stream: at + sampleSize < bytes.length,
    })) {
      if (char === '\ufffd') broken++
      else if (char > '\u007f') wellFormed++
    }
  }
  return broken === 0 || wellFormed > broken
}
