import { inflateRawSync } from 'node:zlib'

/* The paragraphs of a Word document: a ZIP archive with word/document.xml. */

export class DocumentError extends Error {}

/** Of the text with its marks; a document of this size has a thousand pages. */
const maxXmlBytes = 20 * 1024 * 1024
const maxEntries = 2000
const endRecord = 0x06054b50
const entryRecord = 0x02014b50
const localRecord = 0x04034b50
/** The end record may be followed by a comment of this length. */
const maxCommentBytes = 65_535
const endRecordBytes = 22
const [stored, deflated] = [0, 8]

const refuse = (message: string): never => {
  throw new DocumentError(message)
}

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > endRecordBytes && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4

type Entry = { method: number; compressed: number; size: number; at: number }

function findEnd(zip: Buffer): number {
  for (let at = zip.length - endRecordBytes; at >= Math.max(0, zip.length - endRecordBytes - maxCommentBytes); at--)
    if (zip.readUInt32LE(at) === endRecord) return at
  return refuse('is a damaged archive')
}

/** The entry of this name; the directory says where it is. */
function findEntry(zip: Buffer, name: string): Entry | undefined {
  const end = findEnd(zip)
  const count = Math.min(zip.readUInt16LE(end + 10), maxEntries)
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < count && at + 46 <= zip.length && zip.readUInt32LE(at) === entryRecord; n++) {
    const nameLength = zip.readUInt16LE(at + 28)
    if (zip.toString('utf8', at + 46, at + 46 + nameLength) === name)
      return {
        method: zip.readUInt16LE(at + 10),
        compressed: zip.readUInt32LE(at + 20),
        size: zip.readUInt32LE(at + 24),
        at: zip.readUInt32LE(at + 42),
      }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return undefined
}

/** What an archive says of its sizes may be wrong, so that unpacking stops at the limit itself. */
function unpack(zip: Buffer, { method, compressed, size, at }: Entry): string {
  if (size > maxXmlBytes) refuse('is too long')
  if (at + 30 > zip.length || zip.readUInt32LE(at) !== localRecord) refuse('is a damaged archive')
  const start = at + 30 + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28)
  const data = zip.subarray(start, start + compressed)
  if (method === stored) return data.subarray(0, maxXmlBytes).toString('utf8')
  if (method !== deflated) refuse('is packed in an unknown way')
  try {
    return inflateRawSync(data, { maxOutputLength: maxXmlBytes }).toString('utf8')
  } catch (error) {
    return refuse((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' ? 'is too long' : 'is a damaged archive')
  }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (xml: string) =>
  xml.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (_, decimal, hex, name) => {
    if (name) return named[(name as string).toLowerCase()]!
    const code = decimal ? Number(decimal) : parseInt(hex as string, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

/** Text, tabs, line breaks and ends of paragraphs; deleted text and instructions of fields have other names. */
const piece = /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<w:(tab|br|cr)(?:\s[^>]*)?\/>|(<\/w:p>|<w:p(?:\s[^>]*)?\/>)/g

function paragraphsOf(xml: string): string {
  const parts: string[] = []
  for (const [, text, mark, end] of xml.matchAll(piece)) {
    if (text !== undefined) parts.push(plain(text))
    else if (end !== undefined) parts.push('\n')
    else parts.push(mark === 'tab' ? '\t' : '\n')
  }
  return parts
    .join('')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

type WordDocument = { text: string; /** As 2026-05-02, from the properties. */ created: string | null }

/** Undefined when the archive is no Word document. */
export function readDocx(bytes: Uint8Array): WordDocument | undefined {
  const zip = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entry = findEntry(zip, 'word/document.xml')
  if (!entry) return undefined
  const properties = findEntry(zip, 'docProps/core.xml')
  const created = properties && /<dcterms:created[^>]*>(\d{4}-\d{2}-\d{2})/.exec(unpack(zip, properties))?.[1]
  return { text: paragraphsOf(unpack(zip, entry)), created: created ?? null }
}
