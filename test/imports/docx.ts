import { crc32, deflateRawSync } from 'node:zlib'

type File = { name: string; text: string }

function record(file: File, at: number) {
  const name = Buffer.from(file.name)
  const content = Buffer.from(file.text)
  const packed = deflateRawSync(content)
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(crc32(content), 0)
  sizes.writeUInt32LE(packed.length, 4)
  sizes.writeUInt32LE(content.length, 8)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  sizes.copy(local, 14)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  sizes.copy(central, 16)
  central.writeUInt16LE(name.length, 28)
  central.writeUInt32LE(at, 42)
  return { local: Buffer.concat([local, name, packed]), central: Buffer.concat([central, name]) }
}

/** A ZIP archive of these files. */
export function zipOf(files: readonly File[]): Buffer {
  let at = 0
  const records = files.map((file) => {
    const one = record(file, at)
    at += one.local.length
    return one
  })
  const directory = Buffer.concat(records.map(({ central }) => central))
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...records.map(({ local }) => local), directory, end])
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A Word document with a paragraph for each line. */
export const docxOf = (text: string): Buffer =>
  zipOf([
    { name: '[Content_Types].xml', text: '<Types/>' },
    {
      name: 'word/document.xml',
      text: `<?xml version="1.0"?><w:document><w:body>${text
        .split('\n')
        .map((line) => `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`)
        .join('')}</w:body></w:document>`,
    },
    {
      name: 'docProps/core.xml',
      text: '<cp><dcterms:created xsi:type="dcterms:W3CDTF">2026-03-12T08:00:00Z</dcterms:created></cp>',
    },
  ])
