import { isPublishable } from '#domain/account/keys/rules.ts'
import type { Ctx } from '#domain/context.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import type { Answer } from './answer-rules.ts'
import { type QuestionRow, questionsOf, surveyToAnswer } from './queries.ts'
import { closedBecause, type Open } from './status.ts'
import { type Outcome, storeResponses } from './store-responses.ts'

/* A survey as the people who answer it see it, by its publishable key. */

export type OpenSurvey = Open & {
  org: string
  organization: string
  link_id: string
  allowed_origins: string[]
  id: string
  title: string
  description: string | null
  thank_you: string | null
  language: string | null
  questions: QuestionRow[]
}

/** Undefined for a key that never was, one that was revoked, and one of a survey that is a draft. */
export async function surveyBehind(db: Db, key: string): Promise<OpenSurvey | undefined> {
  if (!isPublishable(key)) return undefined
  const survey = await db.first<Omit<OpenSurvey, 'questions'>>(sql`
    select l.org_id as org, o.name as organization, l.id as link_id, l.allowed_origins, s.id, s.title, s.description, s.thank_you, s.language, s.status, s.starts_at, s.ends_at
    from survey_link l join survey s on s.org_id = l.org_id and s.id = l.survey_id join organization o on o.id = l.org_id
    where l.key = ${key} and l.revoked_at is null and s.status <> 'draft'`)
  return survey && { ...survey, questions: await questionsOf(db, survey.org, [survey.id]) }
}

/** A survey in any state, as its page will show it, for those who write it. */
export async function surveyToPreview(db: Db, org: string, id: string): Promise<OpenSurvey | undefined> {
  const survey = await db.first<Omit<OpenSurvey, 'questions'>>(sql`
    select s.org_id as org, o.name as organization, s.id as link_id, '{}'::text[] as allowed_origins, s.id, s.title, s.description, s.thank_you, s.language, s.status, s.starts_at, s.ends_at
    from survey s join organization o on o.id = s.org_id where s.org_id = ${org} and s.id = ${id}`)
  return survey && { ...survey, questions: await questionsOf(db, org, [id]) }
}

/** An answer from the page: undefined when the survey has closed meanwhile. */
export async function answerPublicly(
  ctx: Ctx,
  { id, link_id }: OpenSurvey,
  answers: Answer[],
  more: { response: string; via: 'page' | 'widget' },
): Promise<Outcome | undefined> {
  const { db, org, now } = ctx
  const survey = await surveyToAnswer(db, org, id)
  if (!survey || closedBecause(survey, now)) return undefined
  const given = {
    answers: [],
    external_id: `${more.via}:${more.response}`,
    completed: true,
    ...(survey.language && { language: survey.language }),
    metadata: { via: more.via, link_id },
  }
  const {
    outcomes: [outcome],
  } = await storeResponses(ctx, survey, [{ given, answers }])
  if (outcome!.result === 'created') ctx.emit('survey.response_created', { object: { id: outcome!.id, survey_id: id } })
  await db.run(sql`
    update survey_link set last_used_at = now()
    where org_id = ${org} and id = ${link_id} and (last_used_at is null or last_used_at < now() - interval '1 minute')`)
  return outcome
}
