import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from './requests.ts'

const maxInlineLength = 2000
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** The curl command that sends the same bytes; long bodies go to a file, binary ones are escaped. */
export function curlOf(baseUrl: string, { method, path, headers, body }: Request, name: string): string {
  const fields = headers.map(([field, value]) => `-H ${quoted(value === '' ? `${field};` : `${field}: ${value}`)}`)
  const line = ['curl -sS -i --path-as-is -g -X', method, quoted(baseUrl + path), ...fields]
  if (!body) return line.join(' ')
  return [...line, '--data-binary', dataOf(body, name)].join(' ')
}

function dataOf(body: Buffer, name: string): string {
  if (body.length > maxInlineLength) {
    const file = join(tmpdir(), `earshot-fuzz-${name.replaceAll('/', '-')}.body`)
    writeFileSync(file, body)
    return `@${file}`
  }
  const text = body.toString('utf8')
  const isPlain = Buffer.from(text).equals(body) && !/[\0-\x1f@]/.test(text)
  return isPlain ? quoted(text) : `$'${[...body].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
}
