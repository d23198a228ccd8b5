import type { Config } from '#config/types.ts'
import type { Log } from '#domain/context.ts'
import { createOutbound } from '#outbound/client.ts'
import type { Tracer } from '#trace/tracer.ts'
import { version } from '#version.ts'

type Tracing = { tracer: Tracer; stop(): Promise<void> }

/** At most one warning a minute while the collector is unreachable. */
const minWarningIntervalMs = 60_000

/** Undefined unless a collector is configured, which may be in any network. */
export async function startTracing(
  { otlpEndpoint, otlpHeaders, traceSampleRatio, serviceName }: Config,
  log: Log,
): Promise<Tracing | undefined> {
  if (otlpEndpoint === null) return undefined
  const [{ createTracer }, { startExport }] = await Promise.all([
    import('#trace/tracer.ts'),
    import('#trace/export.ts'),
  ])
  const outbound = createOutbound({ networks: ['0.0.0.0/0', '::/0'], userAgent: `Earshot/${version}` })
  let warnedAt = -Infinity
  const spans = startExport({
    service: serviceName,
    version,
    async send(body) {
      const { status } = await outbound.post({
        url: `${otlpEndpoint}/v1/traces`,
        headers: { 'content-type': 'application/json', ...otlpHeaders },
        body,
        limits: { ms: 5000 },
      })
      if (status >= 300) throw new Error(`the collector answered ${status}`)
    },
    onFailure(error) {
      if (performance.now() - warnedAt < minWarningIntervalMs) return
      warnedAt = performance.now()
      log.warn({ error: error.message }, 'trace export failed')
    },
  })
  return { tracer: createTracer({ sampleRatio: traceSampleRatio, onEnd: spans.add }), stop: spans.stop }
}
