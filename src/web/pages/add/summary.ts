import { exportProducts, type ExportName } from '#vocabulary/export-products.ts'
import { t } from '#web/i18n/t.ts'
import { uploadTypeLabels } from '#web/pages/data/uploads/upload-status.tsx'
import type { ThingKind, RecognizedThing } from './types.ts'

export const thingKindLabels = (): Record<ThingKind, string> => ({
  item: t('One item'),
  items: t('Separate items'),
  interview: t('Interview'),
  table: t('Table'),
  link: t('Source to connect'),
})

const isProduct = (platform: string): platform is ExportName => Object.hasOwn(exportProducts, platform)

/** What was recognized, in the language of the page. */
export function thingSummary({ interview, table, link, items }: RecognizedThing): string {
  if (interview) return interviewSummary(interview)
  if (table) {
    const rows = t('{count, one {# row} other {# rows}}', { count: table.row_count })
    const product = isProduct(table.platform) ? `${exportProducts[table.platform]} · ` : ''
    return `${t('Table')}: ${product}${uploadTypeLabels()[table.type]}, ${rows}`
  }
  if (link) return link.name
  return t('{count, one {One item of feedback} other {# separate items}}', { count: items.length })
}

function interviewSummary({ format, speakers, word_count }: NonNullable<RecognizedThing['interview']>): string {
  const count = speakers.filter(({ speaker }) => speaker !== null).length
  if (count > 0)
    return t('{count, one {Interview transcript with # speaker} other {Interview transcript with # speakers}}', {
      count,
    })
  return format === 'plain'
    ? t('Interview notes, {count} words', { count: word_count })
    : t('Interview transcript without speakers, {count} words', { count: word_count })
}
