import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/* What takes how long, as spans of OpenTelemetry. Nothing of it happens unless the operator names a collector. */

export type Attributes = Record<string, string | number>
export const kinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
export type Kind = keyof typeof kinds

export type Ended = {
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

/** A span under way; whoever began it ends it, once. */
export type Span = {
  readonly traceId: string
  readonly spanId: string
  readonly sampled: boolean
  /** A better name may be known only at the end. */
  end(more?: { name?: string; attributes?: Attributes; failed?: string }): void
}

export type Parent = Pick<Span, 'traceId' | 'spanId' | 'sampled'>

const incoming = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/

/** Where a caller's trace goes on; undefined when the header is absent or no good, and a new trace begins. */
export function parentIn(header: string | string[] | undefined): Parent | undefined {
  const match = typeof header === 'string' ? incoming.exec(header) : null
  return match
    ? { traceId: match[1]!, spanId: match[2]!, sampled: (Number.parseInt(match[3]!, 16) & 1) === 1 }
    : undefined
}

const now = () => performance.timeOrigin + performance.now()
const hex = (bytes: number) => randomBytes(bytes).toString('hex')

export type Tracer = ReturnType<typeof createTracer>

/** `share` of the traces that begin here are told of; one that a caller began is told of if the caller's is. */
export function createTracer({ share = 1, told }: { share?: number; told: (span: Ended) => void }) {
  const current = new AsyncLocalStorage<Span>()

  function begin(
    name: string,
    kind: Kind,
    attributes: Attributes = {},
    parent: Parent | undefined = current.getStore(),
  ): Span {
    const span = {
      traceId: parent?.traceId ?? hex(16),
      spanId: hex(8),
      sampled: parent?.sampled ?? Math.random() < share,
    }
    const startMs = now()
    return {
      ...span,
      end(more = {}) {
        if (!span.sampled) return
        told({
          traceId: span.traceId,
          spanId: span.spanId,
          ...(parent && { parentSpanId: parent.spanId }),
          name: more.name ?? name,
          kind,
          startMs,
          endMs: now(),
          attributes: { ...attributes, ...more.attributes },
          ...(more.failed !== undefined && { failed: more.failed }),
        })
      },
    }
  }

  return {
    begin,
    /** Whatever happens in the work, and after it, belongs to the span. */
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
    /** What another server is told, so that its part joins ours. */
    headers(): Record<string, string> {
      const span = current.getStore()
      return span ? { traceparent: `00-${span.traceId}-${span.spanId}-0${span.sampled ? 1 : 0}` } : {}
    },
    /** For the store: a statement has begun; only as a part of something that is traced. Values are never told. */
    statement(text: string) {
      if (!current.getStore()?.sampled) return undefined
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
      const span = begin(operation, 'client', {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, 500),
      })
      return (error?: Error) => span.end(error ? { failed: (error as { code?: string }).code ?? error.name } : {})
    },
  }
}
