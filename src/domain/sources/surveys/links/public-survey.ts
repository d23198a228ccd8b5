import { findOrganizationOfKey } from '#domain/access/keys/queries-directory.ts'
import { isPublishable } from '#domain/access/keys/rules.ts'
import type { Ctx } from '#domain/context.ts'
import type { UpsertOutcome } from '#domain/sources/batch/upsert-batch.ts'
import { listQuestions, lockSurveyShared, type QuestionRow } from '#domain/sources/surveys/queries.ts'
import type { Answer } from '#domain/sources/surveys/responses/answer-rules.ts'
import { ingestResponses } from '#domain/sources/surveys/responses/ingest.ts'
import { closedReason } from '#domain/sources/surveys/rules.ts'
import type { Db } from '#store/open.ts'
import { findPreview, findSurveyOfLink, type LinkedSurvey, touchLink } from './queries.ts'

/* A survey as respondents see it, found by its publishable key. */

export type PublicSurvey = LinkedSurvey & { questions: QuestionRow[] }

/** Undefined for an unknown or revoked key, and for the key of a draft. */
export async function findSurveyByKey(db: Db, key: string): Promise<PublicSurvey | undefined> {
  if (!isPublishable(key)) return undefined
  const org = await findOrganizationOfKey(db, 'survey_link', key)
  const survey = org === undefined ? undefined : await findSurveyOfLink(db, org, key)
  return survey && { ...survey, questions: await listQuestions(db, survey.org, [survey.id]) }
}

/** A survey of any status, as its page will show it, for its authors. */
export async function findSurveyPreview(db: Db, org: string, id: string): Promise<PublicSurvey | undefined> {
  const survey = await findPreview(db, org, id)
  return survey && { ...survey, questions: await listQuestions(db, org, [id]) }
}

/** Undefined when the survey has closed in the meantime. */
export async function submitPublicResponse(
  ctx: Ctx,
  { id, link_id }: PublicSurvey,
  answers: Answer[],
  { response, via }: { response: string; via: 'page' | 'widget' },
): Promise<UpsertOutcome | undefined> {
  const { db, org, now } = ctx
  const survey = await lockSurveyShared(db, org, id)
  if (!survey || closedReason(survey, now)) return undefined
  const fields = {
    answers: [],
    external_id: `${via}:${response}`,
    completed: true,
    ...(survey.language && { language: survey.language }),
    metadata: { via, link_id },
  }
  const { outcomes } = await ingestResponses(ctx, survey, [{ fields, answers }])
  const outcome = outcomes[0]!
  if (outcome.result === 'created') ctx.emit('survey.response_created', { object: { id: outcome.id, survey_id: id } })
  await touchLink(db, org, link_id)
  return outcome
}
