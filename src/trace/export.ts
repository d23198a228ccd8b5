import { type Attributes, type FinishedSpan, kinds } from './tracer.ts'

type ExportOptions = {
  service: string
  version: string
  /** One request to the collector. */
  send: (body: string) => Promise<void>
  onFailure: (error: Error) => void
  intervalMs?: number
}

/** Bounds memory while the collector is slow or unreachable; further spans are dropped. */
const maxWaiting = 4096
const batchSize = 512

function otlpValue(value: string | number) {
  if (typeof value === 'string') return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const otlpAttributes = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: otlpValue(value),
  }))
const nanos = (ms: number) => String(BigInt(Math.round(ms * 1000)) * 1000n)

const failure = (failed: string | undefined) => (failed === undefined ? {} : { code: 2, message: failed })

/** The OTLP/HTTP body, in JSON. */
const bodyOf = (spans: readonly FinishedSpan[], { service, version }: ExportOptions) =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: otlpAttributes({
            'service.name': service,
            'service.version': version,
            'process.pid': process.pid,
          }),
        },
        scopeSpans: [
          {
            scope: { name: 'earshot', version },
            spans: spans.map(({ kind, startMs, endMs, attributes, failed, ...span }) => ({
              ...span,
              kind: kinds[kind],
              startTimeUnixNano: nanos(startMs),
              endTimeUnixNano: nanos(endMs),
              attributes: otlpAttributes(attributes),
              status: failure(failed),
            })),
          },
        ],
      },
    ],
  })

/** Buffers spans and sends them in batches, one request at a time. */
export function startExport(options: ExportOptions) {
  let waiting: FinishedSpan[] = []
  let sending: Promise<void> | undefined
  const timer = setInterval(() => void flush(), options.intervalMs ?? 2000).unref()

  async function sendAll() {
    while (waiting.length) {
      const batch = waiting.slice(0, batchSize)
      waiting = waiting.slice(batchSize)
      await options.send(bodyOf(batch, options)).catch(options.onFailure)
    }
  }
  const flush = () => (sending ??= sendAll().finally(() => (sending = undefined)))

  return {
    add(span: FinishedSpan) {
      if (waiting.length >= maxWaiting) return
      if (waiting.push(span) === batchSize) void flush()
    },
    async stop() {
      clearInterval(timer)
      await flush()
    },
  }
}
