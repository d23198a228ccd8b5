import type { UploadDetail } from './types.ts'

type UploadType = UploadDetail['type']

const commonTargets = ['external_id', 'tags', 'url', 'language', 'contact.plan', 'contact.company', 'contact.phone']
const targets: Record<UploadType, { required: string[]; optional: string[] }> = {
  feedback: {
    required: ['content'],
    optional: ['title', 'rating', 'source', 'respondent_email', 'respondent_name', 'submitted_date'],
  },
  nps: { required: ['score'], optional: ['reason', 'respondent_email', 'respondent_name', 'response_date', 'source'] },
  user_interview: {
    required: ['transcript'],
    optional: ['title', 'interview_date', 'interviewee_name', 'interviewee_email'],
  },
  cs_ticket: {
    required: ['subject', 'body'],
    optional: ['requester_email', 'requester_name', 'created_date', 'rating', 'status', 'priority'],
  },
  survey: { required: [], optional: ['respondent_email', 'respondent_name', 'submitted_date'] },
}

export const requiredTargets = (type: UploadType) => targets[type].required
export const allTargets = (type: UploadType) => [...targets[type].required, ...targets[type].optional, ...commonTargets]

/** The target field of every column; an empty string where it has none. */
export type ColumnMapping = Record<string, string>

export const initialMapping = ({ headers, mapping, suggested_mapping }: UploadDetail): ColumnMapping =>
  Object.fromEntries(
    headers.map((header) => [
      header,
      (mapping ?? suggested_mapping).columns.find((column) => column.header === header)?.target ?? '',
    ]),
  )

/** The first value of a column in a preview, by the mapping that the preview was made with. */
export function exampleValue(
  upload: UploadDetail,
  header: string,
  rows: readonly { values: Record<string, unknown> }[],
) {
  const question = (upload.mapping ?? upload.suggested_mapping).questions.find((one) => one.header === header)
  const name = initialMapping(upload)[header] || (question ? `answers.${question.key}` : `metadata.${header}`)
  return rows.map(({ values }) => values[name]).find((value) => value !== undefined)
}

export const missingTargets = (type: UploadType, mapping: ColumnMapping) =>
  requiredTargets(type).filter((target) => !Object.values(mapping).includes(target))

export const duplicateTargets = (type: UploadType, mapping: ColumnMapping) =>
  allTargets(type).filter((target) => Object.values(mapping).filter((one) => one === target).length > 1)
