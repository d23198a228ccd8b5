import { isUtf8 } from 'node:buffer'
import { ENCODING_SAMPLE_BYTES, MAX_CONTROL_BYTES, MAX_CONTROL_SHARE } from '#engine/thresholds/imports.ts'

/* Detects the encoding of a file, and files that are no text. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** First bytes of file formats that are no text, whatever the file name. */
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

const beginsWith = (bytes: Uint8Array, start: readonly number[]) => start.every((byte, i) => bytes[i] === byte)

/** Undefined for text; otherwise a description of the format. */
export function detectBinary(bytes: Uint8Array, encoding: Encoding): string | undefined {
  const known = signatures.find(([, start]) => beginsWith(bytes, start))
  if (known) return known[0]
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return undefined
  const sample = bytes.subarray(0, ENCODING_SAMPLE_BYTES)
  const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32) || byte === 127
  const controls = sample.reduce((sum, byte) => sum + (isControl(byte) ? 1 : 0), 0)
  return controls > MAX_CONTROL_BYTES && controls / sample.length > MAX_CONTROL_SHARE ? 'not text' : undefined
}

/** By the byte order mark; without one by the positions of zero bytes, then by whether it decodes as UTF-8. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (beginsWith(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (beginsWith(bytes, [0xff, 0xfe])) return 'utf-16le'
  if (beginsWith(bytes, [0xfe, 0xff])) return 'utf-16be'
  return (
    detectUtf16(bytes.subarray(0, ENCODING_SAMPLE_BYTES)) ??
    (isUtf8(bytes) || isMostlyUtf8(bytes) ? 'utf-8' : 'windows-1252')
  )
}

function detectUtf16(sample: Uint8Array): Encoding | undefined {
  const pairs = Math.floor(sample.length / 2)
  let [even, odd] = [0, 0]
  for (let i = 0; i < pairs; i++) {
    if (sample[2 * i] === 0) even++
    if (sample[2 * i + 1] === 0) odd++
  }
  if (odd > pairs * 0.4 && even < pairs * 0.05) return 'utf-16le'
  return even > pairs * 0.4 && odd < pairs * 0.05 ? 'utf-16be' : undefined
}

/** A few invalid bytes among many UTF-8 letters are damage; more invalid than valid ones are another encoding. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder('utf-8')
  let [invalid, valid] = [0, 0]
  for (let at = 0; at < bytes.length; at += ENCODING_SAMPLE_BYTES) {
    for (const char of decoder.decode(bytes.subarray(at, at + ENCODING_SAMPLE_BYTES), {
      stream: at + ENCODING_SAMPLE_BYTES < bytes.length,
    })) {
      if (char === '\ufffd') invalid++
      else if (char > '\u007f') valid++
    }
  }
  return valid > invalid
}

const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffd]/

/** Holds control or replacement characters, as a wrong encoding does. */
export const isGarbled = (text: string) => control.test(text)
