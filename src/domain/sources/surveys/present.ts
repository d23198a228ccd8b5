import type { Static } from 'typebox'
import type { Question } from '#contract/resources/surveys.ts'
import type { Ctx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { urlOf } from './links.ts'
import { type Item, type QuestionRow, questionsOf, surveyById, type SurveyRow } from './queries.ts'

export const shownQuestion = (
  { survey_id: _, ...question }: QuestionRow,
  position: number,
): Static<typeof Question> => ({ ...question, position })

export const rateOf = (completed: number, all: number) =>
  all === 0 ? null : Math.round((completed / all) * 10_000) / 10_000

/** Surveys as the contract shows them, with their questions. */
export async function shownSurveys({ db, org, settings }: Ctx, rows: readonly SurveyRow[]): Promise<Item[]> {
  const questions = rows.length
    ? await questionsOf(
        db,
        org,
        rows.map(({ id }) => id),
      )
    : []
  const own = new Map<string, QuestionRow[]>()
  for (const question of questions) own.set(question.survey_id, [...(own.get(question.survey_id) ?? []), question])
  return rows.map(({ completed_count, link_key, sort_key: _, sync_until: __, ...survey }) => ({
    ...survey,
    questions: (own.get(survey.id) ?? []).map(shownQuestion),
    question_count: own.get(survey.id)?.length ?? 0,
    completion_rate: rateOf(completed_count, survey.response_count),
    public_url: link_key && urlOf(settings, link_key),
  }))
}

export async function showSurvey(ctx: Ctx, id: string): Promise<Item> {
  const row = (await surveyById(ctx.db, ctx.org, id)) ?? notFound('survey')
  return (await shownSurveys(ctx, [row]))[0]!
}
