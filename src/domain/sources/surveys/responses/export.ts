import { csvText } from '#contract/core/csv.ts'
import { FileResponse, type Input, type Output } from '#contract/core/route.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { ReadCtx } from '#domain/context.ts'
import { getSurvey } from '#domain/sources/surveys/present.ts'
import { listAllQuestions, type SurveyView } from '#domain/sources/surveys/queries.ts'
import { listForExport, type ResponseView } from './queries.ts'
import { slugFrom } from '#domain/sources/surveys/question-rules.ts'

type Route = (typeof surveyResponses)['exportSurvey']
type Definition = Exclude<Output<Route>, { content: string }>
type Column = { id: string; key: string }

const maxRows = 5000

/** The definition without responses, in the form that POST /surveys takes. */
const definitionOf = ({
  title,
  description,
  language,
  thank_you,
  starts_at,
  ends_at,
  tags,
  source,
  questions,
}: SurveyView): Definition => ({
  title,
  description,
  language,
  thank_you,
  starts_at,
  ends_at,
  tags,
  source,
  status: 'draft',
  questions: questions.map(({ id: _, position: __, analyze, ...question }) => ({
    ...question,
    ...(question.type === 'open_text' && { analyze }),
  })),
})

/** Deleted questions keep their column, under a unique name. */
async function columnsOf({ db, org }: ReadCtx, survey: string): Promise<Column[]> {
  const questions = await listAllQuestions(db, org, survey)
  const usedKeys = new Set(questions.filter(({ deleted }) => !deleted).map(({ key }) => key))
  return questions.map(({ id, key, deleted }) => ({
    id,
    key: deleted && usedKeys.has(key) ? `${key}_${id.slice(-6)}` : key,
  }))
}

function cellOf(value: ResponseView['answers'][number]['value'] | undefined): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join('; ') : String(value)
}

const header = (columns: readonly Column[]) => [
  'response_id',
  'external_id',
  'submitted_at',
  'completed',
  'contact_id',
  'email',
  'language',
  ...columns.map(({ key }) => key),
]

function rowOf(
  { id, external_id, submitted_at, completed, contact_id, contact, language, answers }: ResponseView,
  columns: readonly Column[],
): string[] {
  const values = new Map(answers.map(({ question_id, value }) => [question_id, value]))
  return [
    id,
    external_id ?? '',
    submitted_at,
    String(completed),
    contact_id ?? '',
    contact?.email ?? '',
    language ?? '',
    ...columns.map((column) => cellOf(values.get(column.id))),
  ]
}

const pageSize = 500

async function* exportPages(ctx: ReadCtx, survey: string, columns: readonly Column[]): AsyncGenerator<string> {
  yield csvText([header(columns)])
  for (let after: string | undefined; ;) {
    const rows = await listForExport(ctx.db, ctx.org, survey, { limit: pageSize, after })
    if (rows.length) yield csvText(rows.map((row) => rowOf(row, columns)))
    if (rows.length < pageSize) return
    after = rows.at(-1)!.id
  }
}

export async function exportSurvey(
  ctx: ReadCtx,
  { surveyId, format, after }: Input<Route>,
): Promise<Output<Route> | FileResponse> {
  const survey = await getSurvey(ctx, surveyId)
  if (format === 'json') return definitionOf(survey)
  const columns = await columnsOf(ctx, surveyId)
  const file_name = `${slugFrom(survey.title, 'survey').replaceAll('_', '-')}.csv`
  if (ctx.accept === 'text/csv') return new FileResponse('text/csv', file_name, exportPages(ctx, surveyId, columns))
  const rows = await listForExport(ctx.db, ctx.org, surveyId, { limit: maxRows + 1, after })
  const exported = rows.slice(0, maxRows)
  const content = csvText([header(columns), ...exported.map((row) => rowOf(row, columns))])
  return {
    file_name,
    content,
    row_count: exported.length,
    next_after: rows.length > maxRows ? exported.at(-1)!.id : null,
  }
}
