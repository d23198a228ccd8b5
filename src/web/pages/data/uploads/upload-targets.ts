import { csvColumns } from '#contract/resources/csv-columns.ts'
import { t } from '#web/i18n/t.ts'
import type { UploadDetail } from './types.ts'

type UploadType = UploadDetail['type']

const labels = (): Record<string, string> => ({
  content: t('Feedback text'),
  title: t('Title'),
  rating: t('Rating'),
  score: t('Score (0–10)'),
  reason: t('Reason'),
  transcript: t('Transcript'),
  subject: t('Subject'),
  body: t('Message'),
  source: t('Source'),
  status: t('Status'),
  priority: t('Priority'),
  submitted_date: t('Date'),
  response_date: t('Date'),
  interview_date: t('Date'),
  created_date: t('Date'),
  respondent_name: t('Contact name'),
  interviewee_name: t('Contact name'),
  requester_name: t('Contact name'),
  respondent_email: t('Contact email'),
  interviewee_email: t('Contact email'),
  requester_email: t('Contact email'),
  'contact.company': t('Company'),
  'contact.plan': t('Plan'),
  'contact.phone': t('Phone'),
  external_id: t('ID in the source'),
  tags: t('Tags'),
  url: t('Link'),
  language: t('Language'),
})

/** The name of a field as people read it; metadata and answers keep the name of their column. */
export const targetLabel = (target: string) =>
  labels()[target] ?? target.replace(/^(?:metadata|answers|custom_fields)\./, '')

export const allTargets = (type: UploadType) => Object.keys(csvColumns[type])
export const requiredTargets = (type: UploadType) =>
  allTargets(type).filter((target) => csvColumns[type][target]!.required)
export const isRating = (type: UploadType, target: string | undefined) =>
  target !== undefined && csvColumns[type][target]?.kind === 'rating'

/** The target field of every column; an empty string where it has none. */
export type ColumnTargets = Record<string, string>

export const initialMapping = ({ headers, mapping, suggested_mapping }: UploadDetail): ColumnTargets =>
  Object.fromEntries(
    headers.map((header) => [
      header,
      (mapping ?? suggested_mapping).columns.find((column) => column.header === header)?.target ?? '',
    ]),
  )

const maxExamples = 3

/** The first different values of a column in a preview, by the mapping that the preview was made with. */
export function exampleValues(
  upload: UploadDetail,
  header: string,
  rows: readonly { values: Record<string, unknown> }[],
): unknown[] {
  const question = (upload.mapping ?? upload.suggested_mapping).questions.find((one) => one.header === header)
  const name = initialMapping(upload)[header] || (question ? `answers.${question.key}` : `metadata.${header}`)
  const values = rows.map(({ values: row }) => row[name]).filter((value) => value !== undefined && value !== '')
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()].slice(0, maxExamples)
}

/** Fields that are used where a required one has no column. */
const fallbacks: Record<string, string> = { content: 'title', body: 'subject' }

export function missingTargets(type: UploadType, mapping: ColumnTargets) {
  const isMapped = (target: string | undefined) => target !== undefined && Object.values(mapping).includes(target)
  return requiredTargets(type).filter((target) => !isMapped(target) && !isMapped(fallbacks[target]))
}

/** Columns that are mapped to a date and can be read in two ways. */
export const ambiguousDates = ({ suggested_mapping }: UploadDetail, mapping: ColumnTargets) =>
  suggested_mapping.columns
    .filter(({ header, date_format }) => date_format === 'ambiguous' && mapping[header]?.endsWith('_date'))
    .map(({ header }) => header)

export const duplicateTargets = (type: UploadType, mapping: ColumnTargets) =>
  allTargets(type).filter(
    (target) => !csvColumns[type][target]!.joined && Object.values(mapping).filter((one) => one === target).length > 1,
  )
