import { insertKey } from '#domain/access/keys/queries.ts'
import { secretHash } from '#domain/access/keys/rules.ts'
import { upsertClient } from '#domain/access/connected-apps/queries-clients.ts'
import { insertToken } from '#domain/access/connected-apps/queries-tokens.ts'
import { insertGroupingSettings, updateProposal } from '#domain/findings/llm-grouping/queries.ts'
import { insertSentRequest, listSentRequests } from '#domain/llm-access/queries-log.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { seedGraph } from './competitors/seed.ts'
import { deliver } from './integrations/deliver.ts'
import type { Org, TestApp } from './test-app.ts'

/** Ids of an organization's resources by the names of route parameters and fields: `themeId`, `theme_ids` … */
export type Fixture = Record<string, any>

/** The API, the database for states that are slow to reach through it, and a text to mark the created resources. */
type FixtureContext = {
  app: TestApp
  org: Org
  marker: string
  call(method: string, path: string, body?: object): Promise<any>
}

/** Creates one kind of resource. Runs only when one of its names is requested; what it needs is created before. */
type FixtureFactory = {
  /** Empty: no name asks for it, so that it is always there. */
  provides: readonly string[]
  needs?: readonly string[]
  create(context: FixtureContext, fixture: Fixture): Promise<Fixture>
}

/** Without them a regrouping is valid in every organization. */
const groupingFields = ['/regroupings', '/points/grouping'].flatMap((path) =>
  ['subthemes', 'assignments'].map((name) => `${path} ${name}`),
)

const factories: FixtureFactory[] = [
  {
    provides: [
      'themeId',
      'theme_ids',
      'source_theme_ids',
      '/share-links target_id',
      '/regroupings themes',
      '/points/grouping themes',
    ],
    async create({ call, marker }) {
      const theme = await call('POST', '/themes', {
        name: `Theme ${marker}${newId()}`,
        definition: 'Everything about samples.',
      })
      const other = await call('POST', '/themes', { name: `Other ${marker}${newId()}` })
      const kept = [{ handle: 'kept', id: theme.id, name: theme.name }]
      return {
        themeId: theme.id,
        theme_ids: [theme.id],
        source_theme_ids: [other.id],
        '/share-links target_id': theme.id,
        '/regroupings themes': kept,
        '/points/grouping themes': kept,
      }
    },
  },
  {
    provides: ['insightId', 'insight_ids', 'source_insight_ids', 'quoteId'],
    needs: ['themeId'],
    async create({ call, marker }, { themeId }) {
      const finding = (name: string) => ({
        name: `${name} ${marker}`,
        sentiment: 'NEGATIVE',
        category: 'PAIN_POINTS',
        theme_ids: [themeId],
      })
      const insight = await call('POST', '/insights', { ...finding('Insight'), quote: `the words ${marker}` })
      const second = await call('POST', '/insights', finding('Second'))
      const quote = await call('POST', `/insights/${insight.id}/quotes`, { text: `more words ${marker}` })
      return { insightId: insight.id, insight_ids: [second.id], source_insight_ids: [second.id], quoteId: quote.id }
    },
  },
  {
    provides: [],
    // Without insights, so that it can be applied where there is no language model.
    async create({ app, org }) {
      const grouping = { themes: [], subthemes: [], assignments: [] }
      await insertGroupingSettings(app.store, org.id)
      await updateProposal(app.store, org.id, { grouping, summary: [] })
      return {}
    },
  },
  {
    provides: ['changeSetId'],
    // Proposed by the member, because authors may not accept what they proposed.
    async create({ app, org, marker }) {
      const body = {
        title: `Changes ${marker}`,
        changes: [{ operation: 'createTheme', body: { name: `Proposed ${marker}${newId()}` } }],
      }
      const proposed = await app.call(org.member.key, 'POST', '/change-sets', { body })
      if (proposed.status !== 201) throw new Error(proposed.text)
      return { changeSetId: proposed.body.id }
    },
  },
  {
    provides: ['commentId', 'parent_id', 'notificationId', 'object_id', 'objectId'],
    needs: ['insightId'],
    // Written by the member, because nobody is notified of what they did themselves.
    async create({ app, org, call, marker }, { insightId }) {
      const body = { object_type: 'insight', object_id: insightId, body: `Look @${org.admin.userId} ${marker}` }
      const written = await app.call(org.member.key, 'POST', '/comments', { body })
      if (written.status !== 201) throw new Error(written.text)
      const { data } = await call('GET', '/notifications')
      const { id } = written.body
      return { commentId: id, parent_id: id, notificationId: data[0].id, object_id: insightId, objectId: insightId }
    },
  },
  {
    provides: ['subthemeId', 'source_subtheme_ids'],
    needs: ['insightId', 'themeId'],
    // As the analysis creates them.
    async create({ app, org, marker }, { insightId, insight_ids, themeId }) {
      const [id, other] = [newId(), newId()]
      for (const [subtheme, name, count] of [
        [id, 'Subtheme', 2],
        [other, 'Other', 0],
      ] as const)
        await app.store.run(
          sql`insert into subtheme (org_id, id, theme_id, name, insight_count, negative_count) values (${org.id}, ${subtheme}, ${themeId}, ${`${name} ${marker}`}, ${count}, ${count})`,
        )
      await app.store.run(
        sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) select ${org.id}, ${id}, i from unnest(${[insightId, ...insight_ids]}::uuid[]) as i`,
      )
      return { subthemeId: id, source_subtheme_ids: [other] }
    },
  },
  {
    provides: ['applicationId'],
    needs: ['themeId'],
    async create({ call, marker }) {
      const { themes } = await call('GET', '/taxonomy')
      const kept = themes.map(({ id, name }: { id: string; name: string }) => ({ id, name }))
      const wanted = [...kept, { name: `Applied ${marker}${newId()}` }]
      return { applicationId: (await call('POST', '/taxonomy/apply', { themes: wanted })).application_id }
    },
  },
  {
    provides: ['client', 'redirect_uri', 'organization', 'connectedAppId'],
    // By the protocol, whose tests have it; only the web app allows apps.
    async create({ app, org, marker }) {
      const [id, client] = [newId(), `app_${newId()}`]
      const redirect_uri = 'https://app.example.com/callback'
      await upsertClient(app.store, { id: client, name: 'Assistant', redirect_uris: [redirect_uri] })
      await insertKey(app.store, org.id, {
        id,
        userId: org.admin.userId,
        name: `App ${marker}`,
        scopes: ['read'],
        hash: secretHash(newId()),
        hint: '',
        expiresAt: new Date(0),
        app: { clientId: client, redirectHost: 'app.example.com' },
      })
      const hash = secretHash(newId())
      await insertToken(app.store, org.id, { hash, appId: id, kind: 'refresh', seconds: 3600 })
      return { client, redirect_uri, organization: org.id, connectedAppId: id }
    },
  },
  {
    provides: ['regroupingId', ...groupingFields],
    needs: ['themeId'],
    async create({ call }, { themeId: _, ...fixture }) {
      const themes = fixture['/regroupings themes']
      const { id } = await call('POST', '/regroupings', { themes, subthemes: [], assignments: [] })
      return { regroupingId: id, ...Object.fromEntries(groupingFields.map((name) => [name, []])) }
    },
  },
  {
    provides: ['requestId'],
    // Only a language model is asked.
    async create({ app, org, marker }) {
      const texts = { system: `System ${marker}`, prompt: `{"marker":"${marker}"}` }
      const sent = { task: 'names', model: marker, point_count: 1, tokens: 1, outcome: 'answered', ...texts } as const
      await insertSentRequest(app.store, org.id, sent)
      return { requestId: (await listSentRequests(app.store, org.id, { limit: 1 }))[0]!.id }
    },
  },
  {
    provides: ['snapshotId'],
    // Only a backlog refresh creates one.
    async create({ app, org }) {
      const id = newId()
      await app.store.run(sql`insert into opportunity_snapshot (org_id, id) values (${org.id}, ${id})`)
      return { snapshotId: id }
    },
  },
  {
    provides: ['proposalId'],
    needs: ['themeId'],
    // Only the analysis creates proposals, and only for unedited themes.
    async create({ app, org, marker }) {
      const [id, theme] = [newId(), newId()]
      await app.store.run(
        sql`insert into theme (org_id, id, name, color, origin) values (${org.id}, ${theme}, ${`Found ${marker}${theme}`}, '#3b82f6', 'auto')`,
      )
      await app.store.run(
        sql`insert into theme_proposal (org_id, id, kind, theme_id, name, reason) values (${org.id}, ${id}, 'rename', ${theme}, ${`Better ${marker}${id}`}, ${`Because ${marker}`})`,
      )
      return { proposalId: id }
    },
  },
  {
    provides: [
      'initiativeId',
      'initiative_id',
      'opportunityId',
      'opportunity_id',
      'opportunity_ids',
      'source_opportunity_ids',
    ],
    needs: ['insightId'],
    async create({ call, marker }, { insightId, insight_ids }) {
      const initiative = await call('POST', '/initiatives', { title: `Initiative ${marker}` })
      await call('POST', `/initiatives/${initiative.id}/insights`, { insight_ids: [insightId] })
      const opportunity = await call('POST', '/opportunities', {
        title: `Opportunity ${marker}`,
        category: 'PAIN_POINTS',
        insight_ids: [insightId, ...insight_ids],
      })
      const other = await call('POST', '/opportunities', {
        title: `Other ${marker}`,
        category: 'PAIN_POINTS',
        insight_ids,
      })
      await call('POST', `/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [opportunity.id] })
      return {
        initiativeId: initiative.id,
        initiative_id: initiative.id,
        opportunityId: opportunity.id,
        opportunity_id: opportunity.id,
        opportunity_ids: [opportunity.id],
        source_opportunity_ids: [other.id],
      }
    },
  },
  {
    provides: ['customFieldId'],
    create: async ({ call, marker }) => ({
      customFieldId: (
        await call('POST', '/custom-fields', {
          object_type: 'opportunity',
          name: `${newId()} ${marker}`.slice(0, 80),
          kind: 'select',
          options: [{ name: 'Gold' }],
        })
      ).id,
    }),
  },
  {
    provides: ['shareLinkId'],
    needs: ['themeId'],
    create: async ({ call }, { themeId }) => ({
      shareLinkId: (await call('POST', '/share-links', { kind: 'theme', target_id: themeId })).id,
    }),
  },
  {
    provides: ['scoringMethodId'],
    create: async ({ call, marker }) => ({
      scoringMethodId: (
        await call('POST', '/scoring-methods', {
          name: `Method ${marker}`,
          kind: 'weighted',
          factors: [{ factor: 'people', name: `People ${marker}` }],
        })
      ).id,
    }),
  },
  {
    provides: ['/opportunities/{opportunityId}/rank before', '/opportunities/{opportunityId}/rank after'],
    async create({ call, marker }) {
      const { id } = await call('POST', '/opportunities', { title: `Placed ${marker}`, category: 'BUGS_AND_ERRORS' })
      await call('PATCH', `/opportunities/${id}/rank`, { horizon: 'now' })
      return {
        '/opportunities/{opportunityId}/rank before': id,
        '/opportunities/{opportunityId}/rank after': id,
      }
    },
  },
  {
    provides: ['projectId', 'project_id', 'project_ids'],
    needs: ['insightId'],
    async create({ call, marker }, { insightId }) {
      const project = await call('POST', '/projects', { title: `Project ${marker}` })
      await call('POST', '/build/projects', {
        action: 'assign_insights',
        project_id: project.id,
        insight_ids: [insightId],
      })
      await call('POST', '/build/projects', { action: 'generate_evidence_story', project_id: project.id })
      return { projectId: project.id, project_id: project.id, project_ids: [project.id] }
    },
  },
  {
    provides: ['contactId', 'source_contact_ids', 'jobId'],
    async create({ call, marker }) {
      const contact = await call('POST', '/contacts', { email: `${newId()}@example.com`, name: `Contact ${marker}` })
      const other = await call('POST', '/contacts', { email: `${newId()}@example.com` })
      const erasure = await call('POST', `/contacts/${other.id}/erase`)
      return { contactId: contact.id, source_contact_ids: [other.id], jobId: erasure.job_id }
    },
  },
  {
    provides: ['accountId', 'account_id', 'source_account_ids'],
    needs: ['contactId'],
    async create({ call, marker }, { contactId }) {
      const account = await call('POST', '/accounts', { name: `Account ${marker}${newId()}` })
      const other = await call('POST', '/accounts', { name: `Other ${marker}${newId()}` })
      await call('PATCH', `/contacts/${contactId}`, { account_id: account.id })
      return { accountId: account.id, account_id: account.id, source_account_ids: [other.id] }
    },
  },
  {
    provides: ['feedbackId', 'feedback_ids'],
    needs: ['contactId'],
    async create({ call, marker }, { contactId }) {
      const { id } = await call('POST', '/feedback', { content: `Feedback ${marker}`, contact_id: contactId })
      return { feedbackId: id, feedback_ids: [id] }
    },
  },
  {
    provides: ['npsResponseId'],
    needs: ['contactId'],
    async create({ call, marker }, { contactId }) {
      return {
        npsResponseId: (
          await call('POST', '/nps/responses', { score: 9, reason: `Reason ${marker}`, contact_id: contactId })
        ).id,
      }
    },
  },
  {
    provides: ['segmentId', 'segment_ids', 'contact_ids'],
    needs: ['contactId'],
    async create({ call, marker }, { contactId }) {
      const { id } = await call('POST', '/segments', { name: `Segment ${marker}${newId()}` })
      return { segmentId: id, segment_ids: [id], contact_ids: [contactId] }
    },
  },
  {
    provides: ['ticketId'],
    async create({ call, marker }) {
      const messages = [{ author: { type: 'agent' }, body: marker || 'Hello' }]
      return {
        ticketId: (
          await call('POST', '/support/custom/tickets', {
            subject: `Ticket ${marker}`,
            body: `Words ${marker}`,
            messages,
          })
        ).ticket.id,
      }
    },
  },
  {
    provides: ['integrationId', 'inboundEventId'],
    async create({ app, call, marker }) {
      const integration = await call('POST', '/integrations', { provider: 'generic', name: `Integration ${marker}` })
      const delivered = await deliver(app, integration, 'sha256', {
        content: `Delivered ${marker}`,
        external_id: newId(),
      })
      return { integrationId: integration.id, inboundEventId: delivered.body.event_id }
    },
  },
  {
    provides: ['interviewId', 'index'],
    async create({ call, marker }) {
      const transcript = { text: `Mia: How is it ${marker}?\n\nAna: Slow ${marker}.` }
      return {
        interviewId: (
          await call('POST', '/interviews', { title: `Interview ${marker}`, interview_date: '2026-05-02', transcript })
        ).id,
        index: '1',
      }
    },
  },
  {
    provides: ['uploadId'],
    async create({ call, marker, app, org }, fixture) {
      const columns = [{ header: 'content', target: 'content' }]
      const upload = async (): Promise<string> => {
        const { id } = await call('POST', '/csv-uploads', {
          type: 'feedback',
          file_name: `${marker}table.csv`,
          content: `content\nFrom a table ${marker}${newId()}\n`,
        })
        await call('PATCH', `/csv-uploads/${id}/mapping`, { columns })
        return id
      }
      const [uploadId, imported] = [await upload(), await upload()]
      await app.store.run(
        sql`update csv_upload set status = 'completed', started_at = now(), completed_at = now() where org_id = ${org.id} and id = ${imported}`,
      )
      return {
        uploadId,
        columns,
        instead: { ...fixture.instead, [`/csv-uploads/{uploadId}/rollback ${uploadId}`]: imported },
      }
    },
  },
  {
    provides: [
      'competitorId',
      'teaserId',
      'source_id',
      '/competitors/subthemes/{subthemeId} subthemeId',
      '/opportunities/{opportunityId}/competitor-insights insight_ids',
    ],
    needs: ['subthemeId'],
    async create({ app, org, marker }, fixture) {
      const { subthemeId, ...graph } = await seedGraph(app.store, org, marker)
      return {
        ...graph,
        instead: { ...fixture.instead, [`/competitors/subthemes/{subthemeId} ${fixture.subthemeId}`]: subthemeId },
      }
    },
  },
  {
    provides: ['surveyId', 'survey_id', 'responseId', 'questionId', 'question_ids', 'answers'],
    async create({ call, marker }) {
      const survey = await call('POST', '/surveys', {
        title: `Survey ${marker}`,
        status: 'active',
        questions: [
          { type: 'nps', text: `How likely ${marker}?` },
          { type: 'open_text', text: 'Why?' },
        ],
      })
      const questionIds: string[] = survey.questions.map((question: { id: string }) => question.id)
      const answers = [
        { question_id: questionIds[0], value: 9 },
        { key: 'why', value: `Because ${marker}` },
      ]
      const response = await call('POST', `/surveys/${survey.id}/responses`, { answers })
      return {
        surveyId: survey.id,
        survey_id: survey.id,
        responseId: response.id,
        questionId: questionIds[1],
        question_ids: questionIds.toReversed(),
        answers,
      }
    },
  },
  {
    provides: ['entryId'],
    async create({ call, marker }) {
      return {
        entryId: (await call('POST', '/context/entries', { kind: 'fact', title: `Note ${marker}`, content: 'A note' }))
          .id,
      }
    },
  },
  {
    provides: ['webhookId', 'deliveryId'],
    async create({ app, org, call }) {
      const webhooks = (await call('GET', '/webhooks')).data as { id: string }[]
      // The limit is 25 webhooks; the first one belongs to the fixture shared by all tests.
      if (webhooks.length > 20) await call('DELETE', `/webhooks/${webhooks[0]!.id}`)
      const webhook = await call('POST', '/webhooks', {
        url: `https://hooks.example.com/${newId()}`,
        events: ['project.*'],
      })
      const delivery = await call('POST', `/webhooks/${webhook.id}/test`, {})
      await app.store.run(
        sql`update webhook_delivery set status = 'failed' where org_id = ${org.id} and id = ${delivery.id}`,
      )
      return { webhookId: webhook.id, deliveryId: delivery.id }
    },
  },
  {
    provides: ['eventId'],
    needs: ['themeId'],
    async create({ app, org }) {
      const event = await app.store.first<{ id: string }>(
        sql`select id from event where org_id = ${org.id} and type is not null order by id limit 1`,
      )
      return { eventId: `evt_${event!.id.replaceAll('-', '')}` }
    },
  },
  {
    provides: ['alertId'],
    async create({ call, marker }) {
      return {
        alertId: (
          await call('POST', '/alerts', {
            name: `Alert ${marker}`,
            metric: 'insights',
            condition: { op: 'increase_pct', value: 50, window: '7d' },
          })
        ).id,
      }
    },
  },
]

/** Values that exist in every organization. */
const presetValues = (org: Org, marker: string): Fixture => ({
  memberId: org.member.memberId,
  org_id: org.id,
  key: 'PAIN_POINTS',
  sectionKey: 'overview',
  name: `Sample ${marker}${newId()}`,
  url: `https://hooks.example.com/${newId()}`,
})

/** Creates the resources with the given names, or of every kind. */
export async function createFixture(
  app: TestApp,
  org: Org,
  marker = '',
  names?: ReadonlySet<string>,
): Promise<Fixture> {
  const call: FixtureContext['call'] = async (method, path, body) => {
    const reply = await app.call(org.admin.key, method, path, {
      ...(body && { body }),
      headers: { 'idempotency-key': newId() },
    })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const fixture = presetValues(org, marker)
  const created = new Set<FixtureFactory>()
  const createWithNeeds = async (factory: FixtureFactory) => {
    if (created.has(factory)) return
    created.add(factory)
    for (const name of factory.needs ?? [])
      await createWithNeeds(factories.find(({ provides: gives }) => gives.includes(name))!)
    Object.assign(fixture, await factory.create({ app, org, marker, call }, fixture))
  }
  for (const factory of factories)
    if (!names || factory.provides.length === 0 || factory.provides.some((name) => names.has(name)))
      await createWithNeeds(factory)
  return fixture
}
