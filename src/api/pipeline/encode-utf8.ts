import { transcode } from 'node:buffer'

/** For shorter texts the fixed cost of the second step outweighs the gain. */
const minLength = 4000
const utf16Buffer = Buffer.allocUnsafeSlow(256 * 1024)

/**
 * Text as UTF-8. One character outside Latin-1 makes V8 store the whole text as UTF-16 and encode it character by
 * character; copying to UTF-16 first and transcoding takes a third of the time for a page of a list.
 */
export function encodeUtf8(text: string): Buffer | string {
  if (text.length < minLength || text.length > utf16Buffer.length / 2) return text
  return transcode(utf16Buffer.subarray(0, utf16Buffer.write(text, 'utf16le')), 'utf16le', 'utf8')
}
