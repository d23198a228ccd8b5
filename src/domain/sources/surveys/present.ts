import type { Static } from 'typebox'
import type { Question } from '#contract/resources/surveys.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound } from '#domain/errors.ts'
import { type SurveyView, type QuestionRow, listQuestions, findSurvey, type SurveyRow } from './queries.ts'
import { surveyUrl } from './rules.ts'

export const toQuestion = ({ survey_id: _, ...question }: QuestionRow, position: number): Static<typeof Question> => ({
  ...question,
  position,
})

export const completionRate = (completed: number, all: number) =>
  all === 0 ? null : Math.round((completed / all) * 10_000) / 10_000

/** Surveys with their questions, in the form of the contract. */
export async function presentSurveys(
  { db, org, settings }: ReadCtx,
  rows: readonly SurveyRow[],
): Promise<SurveyView[]> {
  const questions = rows.length
    ? await listQuestions(
        db,
        org,
        rows.map(({ id }) => id),
      )
    : []
  const bySurvey = Map.groupBy(questions, (question) => question.survey_id)
  return rows.map(({ completed_count, link_key, ...survey }) => ({
    ...survey,
    questions: (bySurvey.get(survey.id) ?? []).map(toQuestion),
    question_count: bySurvey.get(survey.id)?.length ?? 0,
    completion_rate: completionRate(completed_count, survey.response_count),
    public_url: link_key && surveyUrl(settings, link_key),
  }))
}

export async function getSurvey(ctx: ReadCtx, id: string): Promise<SurveyView> {
  const row = (await findSurvey(ctx.db, ctx.org, id)) ?? notFound('survey')
  return (await presentSurveys(ctx, [row]))[0]!
}
