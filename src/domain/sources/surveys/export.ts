import { stringify } from 'csv-stringify/sync'
import { FileAnswer, type Input, type Output } from '#contract/core/route.ts'
import type { surveyResponses } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { showSurvey } from './present.ts'
import { everyQuestionOf, type Item } from './queries.ts'
import { pageOfExport, type Response } from './response-queries.ts'
import { slugFrom } from './question-rules.ts'

type Route = (typeof surveyResponses)['exportSurvey']
type Definition = Exclude<Output<Route>, { content: string }>
type Column = { id: string; key: string }

const maxRows = 5000

/** What makes the survey, without what came of it: to be posted to /surveys again, here or elsewhere. */
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
}: Item): Definition => ({
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

/** A question that was taken out keeps its column, under a name that no other has. */
async function columnsOf({ db, org }: Ctx, survey: string): Promise<Column[]> {
  const questions = await everyQuestionOf(db, org, survey)
  const taken = new Set(questions.filter(({ deleted }) => !deleted).map(({ key }) => key))
  return questions.map(({ id, key, deleted }) => ({
    id,
    key: deleted && taken.has(key) ? `${key}_${id.slice(-6)}` : key,
  }))
}

const cellOf = (value: Response['answers'][number]['value'] | undefined): string =>
  value === undefined || value === null ? '' : Array.isArray(value) ? value.join('; ') : String(value)

const heading = (columns: readonly Column[]) => [
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
  { id, external_id, submitted_at, completed, contact_id, contact, language, answers }: Response,
  columns: readonly Column[],
): string[] {
  const given = new Map(answers.map(({ question_id, value }) => [question_id, value]))
  return [
    id,
    external_id ?? '',
    submitted_at,
    String(completed),
    contact_id ?? '',
    contact?.email ?? '',
    language ?? '',
    ...columns.map((column) => cellOf(given.get(column.id))),
  ]
}

/** What a spreadsheet would take for a formula is kept as text. */
const written = (rows: readonly (readonly string[])[]) =>
  stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: '\r\n' },
  )

async function* wholeFile(ctx: Ctx, survey: string, columns: readonly Column[]): AsyncGenerator<string> {
  yield written([heading(columns)])
  for (let after: string | undefined; ;) {
    const rows = await pageOfExport(ctx.db, ctx.org, survey, 500, after)
    if (rows.length) yield written(rows.map((row) => rowOf(row, columns)))
    if (rows.length < 500) return
    after = rows.at(-1)!.id
  }
}

export async function exportOf(
  ctx: Ctx,
  { surveyId, format, after }: Input<Route>,
): Promise<Output<Route> | FileAnswer> {
  const survey = await showSurvey(ctx, surveyId)
  if (format === 'json') return definitionOf(survey)
  const columns = await columnsOf(ctx, surveyId)
  const file_name = `${slugFrom(survey.title, 'survey').replaceAll('_', '-')}.csv`
  if (ctx.wants === 'text/csv') return new FileAnswer('text/csv', file_name, wholeFile(ctx, surveyId, columns))
  const rows = await pageOfExport(ctx.db, ctx.org, surveyId, maxRows + 1, after)
  const shown = rows.slice(0, maxRows)
  const content = written([heading(columns), ...shown.map((row) => rowOf(row, columns))])
  return { file_name, content, row_count: shown.length, next_after: rows.length > maxRows ? shown.at(-1)!.id : null }
}
