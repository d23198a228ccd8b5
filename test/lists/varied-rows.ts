import { inventory } from '#contract/index.ts'
import type { Route } from '#contract/core/route.ts'
import { newId } from '#store/ids.ts'
import { raw, type Sql, sql } from '#store/sql.ts'
import type { Fixture } from '../fixtures.ts'
import { sampleOf } from '../samples.ts'
import type { Org, TestApp } from '../test-app.ts'

/* Rows that differ in whatever a list can filter and sort by, from fixtures whose rows are alike. */

type Context = { app: TestApp; org: Org; call: (method: string, path: string, body?: object) => Promise<any> }

const archived = [
  'archiveTheme',
  'archiveInitiative',
  'archiveProject',
  'deleteContact',
  'deleteAccount',
  'deleteFeedback',
  'deleteNpsResponse',
  'deleteTicket',
  'deleteInterview',
  'archiveSurvey',
  'archiveSegment',
  'deleteContextEntry',
] as const

/** `first` and `second` stay, and differ; what `gone` has is deleted or archived. */
export async function addVariedRows(
  app: TestApp,
  org: Org,
  [first, second, gone]: readonly [Fixture, Fixture, Fixture],
) {
  const call: Context['call'] = async (method, path, body) => {
    const reply = await app.call(org.admin.key, method, path, {
      ...(body && { body }),
      headers: { 'idempotency-key': newId() },
    })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const context = { app, org, call }
  await addContacts(context, first)
  await addAccounts(context, first)
  await addFeedback(context, first)
  await addResponses(context, first)
  await addInsights(context, first, second)
  await addPlans(context, first, second)
  await call('POST', '/integrations', { provider: 'slack', name: 'Other' })
  for (const statement of ofSources(org, first)) await app.store.run(statement)
  await app.store.run(sql`
    update regrouping set change_set_id = ${first.changeSetId} where org_id = ${org.id} and id = ${first.regroupingId}`)
  await call('POST', `/themes/${second.themeId}/merge`, { source_theme_ids: second.source_theme_ids })
  await call('PATCH', `/custom-fields/${gone.customFieldId}`, { archived: true })
  for (const id of archived) {
    const { path } = sampleOf(inventory[id] as Route, gone)
    await call('DELETE', path)
  }
}

const addContacts = async ({ call }: Context, { segmentId, contactId }: Fixture) => {
  await call('POST', `/segments/${segmentId}/contacts`, { contact_ids: [contactId] })
  await call('POST', '/contacts', {
    email: 'zoe@acme.example',
    name: 'Zoe',
    company: { name: 'Acme' },
    tags: ['loud'],
    identities: [{ provider: 'crm', external_id: '77' }],
  })
}

async function addAccounts({ call, org }: Context, { accountId }: Fixture) {
  await call('PATCH', `/accounts/${accountId}`, {
    domains: ['beta.example'],
    identities: [{ provider: 'hubspot', external_id: '4711' }],
    plan: 'enterprise',
    status: 'customer',
    revenue: { amount: 12_000, currency: 'EUR', period: 'year' },
    tags: ['loud'],
    owner_id: org.admin.userId,
  })
  await call('POST', '/accounts', { name: 'Acme', revenue: { amount: 9, currency: 'USD', period: 'month' } })
}

async function addFeedback({ app, org, call }: Context, fixture: Fixture) {
  const { contactId } = fixture
  const feedback = (content: string, more: object) =>
    call('POST', '/feedback', { content, contact_id: contactId, ...more })
  const { id } = await feedback('Gamma words', {
    source: 'slack',
    tags: ['loud'],
    rating: { value: 2, scale_min: 1, scale_max: 5 },
  })
  await feedback('Delta words', {
    rating: { value: 4, scale_min: 1, scale_max: 5 },
    occurred_at: '2026-01-02T00:00:00Z',
  })
  await feedback('The export to a spreadsheet is slow and loses columns', {})
  const similar = await feedback('The export to a spreadsheet is slow and loses rows', {})
  fixture.similarId = similar.id
  const deleted = await feedback('Epsilon words', {})
  await call('DELETE', `/feedback/${deleted.id}`)
  await app.store.run(sql`update feedback set batch_id = ${newId()} where org_id = ${org.id} and id = ${id}`)
  await app.store.run(
    sql`update feedback_state set language = 'de', status = 'skipped', skip_reason = 'no_content' where org_id = ${org.id} and feedback_id = ${id}`,
  )
}

async function addResponses({ app, org, call }: Context, { surveyId, contactId, questionId, question_ids }: Fixture) {
  const answer = (value: string, more: object = {}) =>
    call('POST', `/surveys/${surveyId}/responses`, { answers: [{ question_id: questionId, value }], ...more })
  const { id } = await answer('Gamma words', { contact: { email: 'zoe@acme.example' } })
  await app.store.run(sql`
    update survey_response set contact_id = ${contactId}, completed = false, submitted_at = '2026-01-02'
    where org_id = ${org.id} and id = ${id}`)
  const score = { question_id: question_ids.at(-1), value: 2 }
  await call('POST', `/surveys/${surveyId}/responses`, { answers: [score] })
  const deleted = await answer('Delta words')
  await call('DELETE', `/surveys/${surveyId}/responses/${deleted.id}`)
}

/** Insights of one piece of feedback: two that differ, one that is dismissed, one that is deleted. */
async function addInsights({ app, org, call }: Context, a: Fixture, b: Fixture) {
  const feedbackIds = await app.store.rows<{ id: string }>(sql`
    select feedback_id as id from support_ticket where org_id = ${org.id} and id = ${a.ticketId}
    union all select feedback_id from nps_response where org_id = ${org.id} and id = ${a.npsResponseId}`)
  for (const feedback_id of [a.feedbackId, a.interviewId, ...feedbackIds.map(({ id }) => id)]) {
    const insight = async (name: string, sentiment: string, theme_ids: string[]): Promise<string> =>
      (await call('POST', '/insights', { name, sentiment, category: 'PAIN_POINTS', feedback_id, theme_ids })).id
    const varied = await insight('Gamma insight', 'POSITIVE', [a.themeId, b.themeId])
    const plain = await insight('Delta insight', 'NEGATIVE', [a.themeId])
    const dismissed = await insight('Zeta insight', 'NEUTRAL', [a.themeId])
    const deleted = await insight('Epsilon insight', 'NEGATIVE', [a.themeId])
    for (const id of [varied, plain, dismissed, deleted])
      await app.store.run(sql`
        insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${a.subthemeId}, ${id})`)
    for (const statement of ofInsight(org, varied, a, b)) await app.store.run(statement)
    await app.store.run(sql`update insight set status = 'dismissed' where org_id = ${org.id} and id = ${dismissed}`)
    await call('DELETE', `/insights/${deleted}`)
  }
}

const ofInsight = (org: Org, id: string, a: Fixture, b: Fixture): Sql[] => [
  sql`update insight set origin = 'auto', category = 'FEATURE_REQUESTS', source = 'g2', tags = '{loud}', confidence = 0.5,
      occurred_at = '2026-12-31', segment_ids = array[${a.segmentId}]::uuid[], contact_id = ${a.contactId}
    where org_id = ${org.id} and id = ${id}`,
  sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${b.subthemeId}, ${id})`,
  sql`insert into project_insight (org_id, project_id, insight_id) values (${org.id}, ${a.projectId}, ${id})`,
  sql`insert into opportunity_insight (org_id, opportunity_id, insight_id, importance)
    values (${org.id}, ${a.opportunityId}, ${id}, 'critical')`,
  sql`insert into initiative_insight (org_id, initiative_id, insight_id) values (${org.id}, ${a.initiativeId}, ${id})`,
]

async function addPlans({ app, org }: Context, a: Fixture, b: Fixture) {
  const statements = [
    sql`insert into opportunity_segment (org_id, opportunity_id, segment_id)
      values (${org.id}, ${a.opportunityId}, ${a.segmentId})`,
    sql`insert into initiative_segment (org_id, initiative_id, segment_id)
      values (${org.id}, ${a.initiativeId}, ${a.segmentId})`,
    sql`update opportunity set impact_score = 99, insight_count = 9, contact_count = 9, rank = 2, trend = 'rising',
        critical_count = 1, origin = 'pipeline', category = 'FEATURE_REQUESTS', owner_id = ${org.member.userId},
        effort = 2, confidence = 90, target_date = '2026-01-01', horizon = 'now', team_position = 'V', score = 7
      where org_id = ${org.id} and id = ${a.opportunityId}`,
    sql`update opportunity set effort = 5, confidence = 20, target_date = '2026-03-01', horizon = 'next', team_position = 'V',
        score = 3, yearly_revenue = 9
      where org_id = ${org.id} and id = ${b.opportunityId}`,
    sql`update theme set yearly_revenue = 9 where org_id = ${org.id} and id = ${b.themeId}`,
    sql`update project set initiative_id = ${a.initiativeId}, target_date = '2026-01-01', owner_id = ${org.member.userId},
        status = 'in_progress' where org_id = ${org.id} and id = ${a.projectId}`,
    sql`update project set target_date = '2026-03-01' where org_id = ${org.id} and id = ${b.projectId}`,
    sql`insert into project_link (org_id, project_id, provider, external_key, external_url, display_title, linked_by)
      values (${org.id}, ${a.projectId}, 'jira', 'A-1', 'https://jira.example.com', 'A-1', ${org.admin.userId})`,
    sql`update initiative set owner_id = ${org.member.userId}, status = 'building'
      where org_id = ${org.id} and id = ${a.initiativeId}`,
  ]
  for (const statement of statements) await app.store.run(statement)
}

const ofSources = (org: Org, a: Fixture): Sql[] => [
  sql`update support_ticket set contact_id = ${a.contactId}, source_name = 'Help', tags = '{loud}', priority = 'high',
      status = 'closed', opened_at = '2026-12-31' where org_id = ${org.id} and id = ${a.ticketId}`,
  sql`update nps_response set tags = '{loud}', score = 3, source = 'survey', responded_at = '2026-12-31'
    where org_id = ${org.id} and id = ${a.npsResponseId}`,
  sql`update feedback set contact_id = ${a.contactId}, tags = '{loud}', source = 'zoom', occurred_at = '2026-12-31'
    where org_id = ${org.id} and id = ${a.interviewId}`,
  sql`update survey set tags = '{loud}', source = 'typeform', status = 'draft', title = 'Zeta survey' where org_id = ${org.id} and id = ${a.surveyId}`,
  sql`update context_entry set expires_at = '2026-01-02', pinned = true where org_id = ${org.id} and id = ${a.entryId}`,
  sql`update interview set interview_date = '2026-12-31' where org_id = ${org.id} and id = ${a.interviewId}`,
  sql`update segment set name = 'Zeta segment' where org_id = ${org.id} and id = ${a.segmentId}`,
  ...Object.entries({
    theme: a.themeId,
    project: a.projectId,
    support_ticket: a.ticketId,
    survey: a.surveyId,
    segment: a.segmentId,
    contact: a.contactId,
  }).map(
    ([table, id]) => sql`update ${raw(table)} set updated_at = '2026-12-31' where org_id = ${org.id} and id = ${id}`,
  ),
]
