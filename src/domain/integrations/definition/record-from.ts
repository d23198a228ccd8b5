import type { mappedRecords } from '#contract/resources/integration-shapes.ts'
import { builders } from '#domain/integrations/mapping/build-records.ts'
import { accepted, ignored, maxContent, type ReadResult, rejected } from '#domain/integrations/mapping/records.ts'
import { cleanText, code } from '#domain/integrations/mapping/sanitize.ts'

type Values = Readonly<Record<string, unknown>> & { external_id: unknown }
const texts = new Set(['content', 'body', 'reason'])
const cut = (value: unknown) => cleanText(value)?.slice(0, maxContent).toWellFormed()

/** A record from values by the field names that mappings use; invalid optional values are left out. */
export function recordFrom(
  record: (typeof mappedRecords)[number],
  { external_id, ...values }: Values,
  source: string,
): ReadResult {
  const id = code(external_id)
  if (id === undefined) return rejected(record, 'the item has no id')
  const present = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const usable = texts.has(name) ? cut(value) : value
    return usable === undefined || usable === null || usable === '' ? [] : [[name, usable]]
  })
  const built = builders[record].build(new Map([...present, ['external_id', id]]), source, id)
  return 'fault' in built ? ignored(record, 'no_text', built.fault) : accepted(record, built.draft)
}
