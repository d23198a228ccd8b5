import { Transform } from 'node:stream'
import { JsonScan, noJsonLimits } from '#contract/core/scan-json.ts'

const newline = 10
const invalidParams = -32602

type Refusal = { jsonrpc: '2.0'; id: string | number; error: { code: number; message: string } }

/**
 * Passes lines of JSON-RPC on, except for requests with numbers that parsing would change or with a key twice: they are
 * answered with an error, as over HTTP.
 */
export function exactInput(answer: (refusal: Refusal) => void): Transform {
  let rest: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = Buffer.concat([rest, chunk])
      let start = 0
      for (let end = lines.indexOf(newline); end >= 0; end = lines.indexOf(newline, start)) {
        const line = lines.subarray(start, end + 1)
        const refusal = refusalOf(line.toString('utf8'))
        if (refusal) answer(refusal)
        else this.push(line)
        start = end + 1
      }
      rest = lines.subarray(start)
      done()
    },
  })
}

function refusalOf(line: string): Refusal | undefined {
  const { problem } = new JsonScan(line, 'message', noJsonLimits)
  const id = problem && idOfRequest(line)
  if (id === undefined) return undefined
  const message = problem!.reason === 'form' ? problem!.message : `${problem!.path} ${problem!.message}`
  return { jsonrpc: '2.0', id, error: { code: invalidParams, message } }
}

/** Undefined for notifications and answers, which nobody answers, and for what is not JSON. */
function idOfRequest(line: string): string | number | undefined {
  try {
    const { id, method } = JSON.parse(line) as { id?: unknown; method?: unknown }
    return typeof method === 'string' && (typeof id === 'string' || typeof id === 'number') ? id : undefined
  } catch {
    return undefined
  }
}
