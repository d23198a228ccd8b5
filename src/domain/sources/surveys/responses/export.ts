import { csvText } from '#contract/core/csv.ts'
import { FileResponse, type Input, type Output } from '#contract/core/route.ts'
import { SurveyInput } from '#contract/resources/surveys.ts'
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

/** An exported survey is a draft of its own. */
const notExported = new Set(['status', 'external_id', 'questions'])
const exportedFields = Object.keys(SurveyInput.properties).filter((name) => !notExported.has(name))

/** The definition without responses, in the form that POST /surveys takes. */
const definitionOf = (survey: SurveyView): Definition => ({
  ...(pickFields(survey, exportedFields) as Omit<Definition, 'status' | 'questions'>),
  status: 'draft',
  questions: survey.questions.map(({ id: _, position: __, analyze, ...question }) => ({
    ...question,
    ...(question.type === 'open_text' && { analyze }),
  })),
})

const pickFields = (survey: SurveyView, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, survey[name as keyof SurveyView]]))

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

const ownColumns: Record<string, (response: ResponseView) => string | null> = {
  response_id: ({ id }) => id,
  external_id: ({ external_id }) => external_id,
  submitted_at: ({ submitted_at }) => submitted_at,
  completed: ({ completed }) => String(completed),
  contact_id: ({ contact_id }) => contact_id,
  email: ({ contact }) => contact?.email ?? null,
  language: ({ language }) => language,
}

const header = (columns: readonly Column[]) => [...Object.keys(ownColumns), ...columns.map(({ key }) => key)]

function rowOf(response: ResponseView, columns: readonly Column[]): string[] {
  const values = new Map(response.answers.map(({ question_id, value }) => [question_id, value]))
  return [
    ...Object.values(ownColumns).map((valueOf) => valueOf(response) ?? ''),
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
