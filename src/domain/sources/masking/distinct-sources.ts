import { invalidField } from '#domain/errors.ts'

/** Settings for single sources name each source once. */
export function requireDistinctSources(sources: readonly { source: string }[] = []) {
  for (const [n, { source }] of sources.entries())
    if (sources.findIndex((one) => one.source === source) !== n)
      invalidField(`body.sources.${n}.source`, 'is listed twice')
}
