import { type Attributes, type Ended, kinds } from './tracer.ts'

export type ExportOptions = {
  service: string
  version: string
  /** One request to the collector. */
  send: (body: string) => Promise<void>
  onFailure: (error: Error) => void
  everyMs?: number
}

/** A collector that is slow or away costs this much memory and no more: what does not fit is not told. */
const maxWaiting = 4096
const together = 512

const listed = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))
const nanos = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

const failure = (failed: string | undefined) => (failed === undefined ? {} : { code: 2, message: failed })

/** As OTLP/HTTP wants it, in JSON. */
const bodyOf = (spans: readonly Ended[], { service, version }: ExportOptions) =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: listed({ 'service.name': service, 'service.version': version, 'process.pid': process.pid }),
        },
        scopeSpans: [
          {
            scope: { name: 'earshot', version },
            spans: spans.map(({ kind, startMs, endMs, attributes, failed, ...span }) => ({
              ...span,
              kind: kinds[kind],
              startTimeUnixNano: nanos(startMs),
              endTimeUnixNano: nanos(endMs),
              attributes: listed(attributes),
              status: failure(failed),
            })),
          },
        ],
      },
    ],
  })

/** Gathers spans and sends them together, one request at a time. */
export function startExport(options: ExportOptions) {
  let waiting: Ended[] = []
  let sending: Promise<void> | undefined
  const timer = setInterval(() => void flush(), options.everyMs ?? 2000).unref()

  async function sendAll() {
    while (waiting.length) {
      const some = waiting.slice(0, together)
      waiting = waiting.slice(together)
      await options.send(bodyOf(some, options)).catch(options.onFailure)
    }
  }
  const flush = () => (sending ??= sendAll().finally(() => (sending = undefined)))

  return {
    told(span: Ended) {
      if (waiting.length >= maxWaiting) return
      if (waiting.push(span) === together) void flush()
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
