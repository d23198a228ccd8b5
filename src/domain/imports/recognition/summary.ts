import { exportProducts, type ExportName } from '#vocabulary/export-products.ts'
import type { UnnamedPart } from './part.ts'

const types = {
  feedback: 'feedback',
  nps: 'NPS responses',
  user_interview: 'interviews',
  cs_ticket: 'tickets',
  survey: 'survey responses',
} as const

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function tableSummary({ platform, type, row_count, headers }: NonNullable<UnnamedPart['table']>): string {
  const product = Object.hasOwn(exportProducts, platform) ? `${exportProducts[platform as ExportName]} ` : ''
  return `Table: ${product}${types[type]}, ${plural(row_count, 'row', 'rows')}, ${headers.length} columns`
}

function interviewSummary({ format, speakers, word_count }: NonNullable<UnnamedPart['interview']>): string {
  const named = speakers.filter(({ speaker }) => speaker !== null).length
  if (named > 0) return `Interview transcript with ${plural(named, 'speaker', 'speakers')}`
  const what = format === 'plain' ? 'Interview notes' : 'Interview transcript without speakers'
  return `${what}, ${plural(word_count, 'word', 'words')}`
}

/** What a part is, in a few words. */
export function partSummary({ interview, table, link, items }: UnnamedPart): string {
  if (interview) return interviewSummary(interview)
  if (table) return tableSummary(table)
  if (link) return link.name
  return items.length === 1 ? 'One item of feedback' : `${items.length} separate items`
}
