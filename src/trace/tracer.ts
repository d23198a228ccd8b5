import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/* OpenTelemetry spans; only used when a collector is configured. */

export type Attributes = Record<string, string | number>
export const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
type Kind = keyof typeof kinds

export type FinishedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: Kind
  startMs: number
  endMs: number
  attributes: Attributes
  failed?: string
}

/** A started span; end it once. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
  /** The route may be known only at the end, so the name can change. */
  end(more?: { name?: string; attributes?: Attributes; failed?: string }): void
}

type Parent = Pick<Span, 'traceId' | 'spanId' | 'sampled'>

const incoming = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** The parent named by a traceparent header; undefined when it is absent or malformed, which starts a new trace. */
export function parentIn(header: string | string[] | undefined): Parent | undefined {
  const match = typeof header === 'string' ? incoming.exec(header) : null
  return match
    ? { traceId: match[1]!, spanId: match[2]!, sampled: (Number.parseInt(match[3]!, 16) & 1) === 1 }
    : undefined
}

const now = () => performance.timeOrigin + performance.now()
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export type Tracer = ReturnType<typeof createTracer>
type SpanEnd = Parameters<Span['end']>[0]
type OnEnd = (span: FinishedSpan) => void

const maxStatementLength = 500

type NewSpan = { name: string; kind: Kind; attributes: Attributes; parent: Parent | undefined; sampled: boolean }

function startSpan({ name, kind, attributes, parent, sampled }: NewSpan, onEnd: OnEnd): Span {
  const [traceId, spanId, startMs] = [parent?.traceId ?? hex(16), hex(8), now()]
  const finished = (more: NonNullable<SpanEnd>): FinishedSpan => ({
    traceId,
    spanId,
    ...(parent && { parentSpanId: parent.spanId }),
    name: more.name ?? name,
    kind,
    startMs,
    endMs: now(),
    attributes: { ...attributes, ...more.attributes },
    ...(more.failed !== undefined && { failed: more.failed }),
  })
  return { traceId, spanId, sampled, end: (more = {}) => void (sampled && onEnd(finished(more))) }
}

function statementAttributes(text: string): Attributes & { 'db.operation.name': string } {
  return {
    'db.system.name': 'postgresql',
    'db.operation.name': /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement',
    'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, maxStatementLength),
  }
}

/** Samples `sampleRatio` of the traces that start here; a caller's trace follows the caller's decision. */
export function createTracer({ sampleRatio = 1, onEnd }: { sampleRatio?: number; onEnd: OnEnd }) {
  const current = new AsyncLocalStorage<Span>()

  function begin(name: string, kind: Kind, attributes: Attributes = {}, parent?: Parent): Span {
    const from = parent ?? current.getStore()
    const sampled = from?.sampled ?? Math.random() < sampleRatio
    return startSpan({ name, kind, attributes, parent: from, sampled }, onEnd)
  }

  return {
    begin,
    /** Spans begun inside the work become children of this one. */
    within: <T>(span: Span, work: () => T): T => current.run(span, work),
    async around<T>(name: string, kind: Kind, attributes: Attributes, work: () => Promise<T>): Promise<T> {
      const span = begin(name, kind, attributes)
      try {
        const result = await current.run(span, work)
        span.end()
        return result
      } catch (error) {
        span.end({ failed: (error as Error).name })
        throw error
      }
    },
    /** Headers that propagate the trace to another server. */
    headers(): Record<string, string> {
      const span = current.getStore()
      return span ? { traceparent: `00-${span.traceId}-${span.spanId}-0${span.sampled ? 1 : 0}` } : {}
    },
    /** For the store: a span for a statement inside a sampled trace. Parameter values are never exported. */
    statement(text: string) {
      if (!current.getStore()?.sampled) return undefined
      const attributes = statementAttributes(text)
      const span = begin(attributes['db.operation.name'], 'client', attributes)
      return (error?: Error) => span.end(error ? { failed: (error as { code?: string }).code ?? error.name } : {})
    },
  }
}
