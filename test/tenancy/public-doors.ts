import { newId } from '#store/ids.ts'
import { deliver } from '../integrations/deliver.ts'
import type { TestApp } from '../test-app.ts'
import type { Answer } from './doors.ts'
import type { Tenant } from './organizations.ts'

/* The doors without a session or key: inbound webhooks and survey pages. */

/** A delivery to the address of `to`, signed with the secret of `from`. */
export async function deliverSignedBy(app: TestApp, from: Tenant, to: Tenant): Promise<Answer> {
  const rotated = await app.call(from.key, 'POST', `/integrations/${from.fixture.integrationId}/rotate-secret`, {
    headers: { 'idempotency-key': newId() },
  })
  const connected = {
    id: to.fixture.integrationId as string,
    secret: rotated.body.secret as string,
    inbound_url: `http://localhost${to.hookUrl}`,
  }
  return deliver(app, connected, 'generic', { content: 'From elsewhere', external_id: newId() })
}

export type SurveyAnswer = { questionId: string; response: string }

/** Answers the page of `to` with the ids of a question and of a response. */
export async function answerSurvey(
  { baseUrl }: TestApp,
  to: Tenant,
  { questionId, response }: SurveyAnswer,
): Promise<Answer> {
  const reply = await fetch(`${baseUrl}/s/${to.surveyKey}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ [`q.${questionId}`]: 'Nine of ten', response }),
  })
  return { status: reply.status, text: `${reply.headers.get('location')} ${await reply.text()}` }
}

/** The same with the JSON of a custom widget. */
export async function answerWidget(
  { baseUrl }: TestApp,
  to: Tenant,
  { questionId, response }: SurveyAnswer,
): Promise<Answer> {
  const reply = await fetch(`${baseUrl}/s/${to.surveyKey}/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answers: [{ question_id: questionId, value: 'Nine of ten' }], response }),
  })
  return { status: reply.status, text: await reply.text() }
}
