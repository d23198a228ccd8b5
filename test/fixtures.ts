import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { seedGraph } from './competitors/seed.ts'
import { deliver } from './integrations/senders.ts'
import type { Org, World } from './world.ts'

/** Objects of an organization by the names under which routes ask for them: `themeId`, `theme_ids` … */
export type Fixture = Record<string, any>

/** What a maker works with: the API itself, behind it the database for states that take long to come about, and a text to mark what it makes. */
type Ground = {
  world: World
  org: Org
  marker: string
  call(method: string, path: string, body?: object): Promise<any>
}

/** One kind of object. A maker runs only when somebody asks for what it gives; what it needs is made before. */
type Maker = {
  gives: readonly string[]
  needs?: readonly string[]
  make(ground: Ground, have: Fixture): Promise<Fixture>
}

const makers: Maker[] = [
  {
    gives: ['themeId', 'theme_ids', 'source_theme_ids'],
    async make({ call, marker }) {
      const theme = await call('POST', '/themes', {
        name: `Theme ${marker}${newId()}`,
        definition: 'Everything about samples.',
      })
      const other = await call('POST', '/themes', { name: `Other ${marker}${newId()}` })
      return { themeId: theme.id, theme_ids: [theme.id], source_theme_ids: [other.id] }
    },
  },
  {
    gives: ['insightId', 'insight_ids', 'source_insight_ids', 'quoteId'],
    needs: ['themeId'],
    async make({ call, marker }, { themeId }) {
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
    gives: ['subthemeId'],
    needs: ['insightId', 'themeId'],
    // Only the analysis makes subthemes.
    async make({ world, org, marker }, { insightId, themeId }) {
      const id = newId()
      await world.store.run(
        sql`insert into subtheme (org_id, id, theme_id, name, insight_count, negative_count) values (${org.id}, ${id}, ${themeId}, ${`Subtheme ${marker}`}, 1, 1)`,
      )
      await world.store.run(
        sql`insert into subtheme_insight (org_id, subtheme_id, insight_id) values (${org.id}, ${id}, ${insightId})`,
      )
      return { subthemeId: id }
    },
  },
  {
    gives: ['snapshotId'],
    // Only a refresh of the backlog makes one.
    async make({ world, org }) {
      const id = newId()
      await world.store.run(sql`insert into opportunity_snapshot (org_id, id) values (${org.id}, ${id})`)
      return { snapshotId: id }
    },
  },
  {
    gives: ['proposalId'],
    needs: ['themeId'],
    // Only the analysis proposes, and only about themes that nobody has edited.
    async make({ world, org, marker }) {
      const [id, theme] = [newId(), newId()]
      await world.store.run(
        sql`insert into theme (org_id, id, name, color, origin) values (${org.id}, ${theme}, ${`Found ${marker}${theme}`}, '#3b82f6', 'auto')`,
      )
      await world.store.run(
        sql`insert into theme_proposal (org_id, id, kind, theme_id, name, reason) values (${org.id}, ${id}, 'rename', ${theme}, ${`Better ${marker}${id}`}, ${`Because ${marker}`})`,
      )
      return { proposalId: id }
    },
  },
  {
    gives: ['initiativeId', 'initiative_id', 'opportunityId', 'opportunity_id', 'opportunity_ids'],
    needs: ['insightId'],
    async make({ call, marker }, { insightId }) {
      const initiative = await call('POST', '/initiatives', { title: `Initiative ${marker}` })
      await call('POST', `/initiatives/${initiative.id}/insights`, { insight_ids: [insightId] })
      const opportunity = await call('POST', '/opportunities', {
        title: `Opportunity ${marker}`,
        category: 'PAIN_POINTS',
        insight_ids: [insightId],
      })
      await call('POST', `/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [opportunity.id] })
      return {
        initiativeId: initiative.id,
        initiative_id: initiative.id,
        opportunityId: opportunity.id,
        opportunity_id: opportunity.id,
        opportunity_ids: [opportunity.id],
      }
    },
  },
  {
    gives: ['projectId', 'project_id'],
    needs: ['insightId'],
    async make({ call, marker }, { insightId }) {
      const project = await call('POST', '/projects', { title: `Project ${marker}` })
      await call('POST', '/build/projects', {
        action: 'assign_insights',
        project_id: project.id,
        insight_ids: [insightId],
      })
      return { projectId: project.id, project_id: project.id }
    },
  },
  {
    gives: ['contactId', 'source_contact_ids', 'jobId'],
    async make({ call, marker }) {
      const contact = await call('POST', '/contacts', { email: `${newId()}@example.com`, name: `Contact ${marker}` })
      const other = await call('POST', '/contacts', { email: `${newId()}@example.com` })
      const erasure = await call('POST', `/contacts/${other.id}/erase`)
      return { contactId: contact.id, source_contact_ids: [other.id], jobId: erasure.job_id }
    },
  },
  {
    gives: ['feedbackId'],
    needs: ['contactId'],
    async make({ call, marker }, { contactId }) {
      return {
        feedbackId: (await call('POST', '/feedback', { content: `Feedback ${marker}`, contact_id: contactId })).id,
      }
    },
  },
  {
    gives: ['npsResponseId'],
    needs: ['contactId'],
    async make({ call, marker }, { contactId }) {
      return {
        npsResponseId: (
          await call('POST', '/nps/responses', { score: 9, reason: `Reason ${marker}`, contact_id: contactId })
        ).id,
      }
    },
  },
  {
    gives: ['segmentId', 'segment_ids', 'contact_ids'],
    needs: ['contactId'],
    async make({ call, marker }, { contactId }) {
      const { id } = await call('POST', '/segments', { name: `Segment ${marker}${newId()}` })
      return { segmentId: id, segment_ids: [id], contact_ids: [contactId] }
    },
  },
  {
    gives: ['ticketId'],
    async make({ call, marker }) {
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
    gives: ['integrationId', 'inboundEventId'],
    async make({ world, call, marker }) {
      const integration = await call('POST', '/integrations', { provider: 'generic', name: `Integration ${marker}` })
      const delivered = await deliver(world, integration, 'sha256', {
        content: `Delivered ${marker}`,
        external_id: newId(),
      })
      return { integrationId: integration.id, inboundEventId: delivered.body.event_id }
    },
  },
  {
    gives: ['interviewId', 'index'],
    async make({ call, marker }) {
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
    gives: ['uploadId'],
    async make({ call, marker, world, org }, have) {
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
      await world.store.run(
        sql`update csv_upload set status = 'completed', started_at = now(), completed_at = now() where org_id = ${org.id} and id = ${imported}`,
      )
      return {
        uploadId,
        columns,
        instead: { ...have.instead, [`/csv-uploads/{uploadId}/rollback ${uploadId}`]: imported },
      }
    },
  },
  {
    gives: [
      'competitorId',
      'teaserId',
      'source_id',
      '/competitors/subthemes/{subthemeId} subthemeId',
      '/opportunities/{opportunityId}/competitor-insights insight_ids',
    ],
    needs: ['subthemeId'],
    async make({ world, org, marker }, have) {
      const { subthemeId, ...graph } = await seedGraph(world.store, org, marker)
      return {
        ...graph,
        instead: { ...have.instead, [`/competitors/subthemes/{subthemeId} ${have.subthemeId}`]: subthemeId },
      }
    },
  },
  {
    gives: ['surveyId', 'survey_id', 'responseId', 'questionId', 'question_ids', 'answers'],
    async make({ call, marker }) {
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
    gives: ['entryId'],
    async make({ call, marker }) {
      return {
        entryId: (await call('POST', '/context/entries', { kind: 'fact', title: `Note ${marker}`, content: 'A note' }))
          .id,
      }
    },
  },
  {
    gives: ['webhookId', 'deliveryId'],
    async make({ world, org, call }) {
      const webhooks = (await call('GET', '/webhooks')).data as { id: string }[]
      // There is room for 25 only, and the first of them belongs to the fixture that all tests share.
      if (webhooks.length > 20) await call('DELETE', `/webhooks/${webhooks[0]!.id}`)
      const webhook = await call('POST', '/webhooks', {
        url: `https://hooks.example.com/${newId()}`,
        events: ['project.*'],
      })
      const delivery = await call('POST', `/webhooks/${webhook.id}/test`, {})
      await world.store.run(
        sql`update webhook_delivery set status = 'failed' where org_id = ${org.id} and id = ${delivery.id}`,
      )
      return { webhookId: webhook.id, deliveryId: delivery.id }
    },
  },
  {
    gives: ['eventId'],
    needs: ['themeId'],
    async make({ world, org }) {
      const event = await world.store.first<{ id: string }>(
        sql`select id from event where org_id = ${org.id} and type is not null order by id limit 1`,
      )
      return { eventId: `evt_${event!.id.replaceAll('-', '')}` }
    },
  },
  {
    gives: ['alertId'],
    async make({ call, marker }) {
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

/** What every organization has without anybody making it. */
const given = (org: Org, marker: string): Fixture => ({
  memberId: org.member.memberId,
  org_id: org.id,
  key: 'PAIN_POINTS',
  sectionKey: 'overview',
  name: `Sample ${marker}${newId()}`,
  url: `https://hooks.example.com/${newId()}`,
})

/** One object of each kind that is asked for, or of every kind. */
export async function makeFixture(world: World, org: Org, marker = '', wanted?: ReadonlySet<string>): Promise<Fixture> {
  const call: Ground['call'] = async (method, path, body) => {
    const reply = await world.call(org.admin.key, method, path, {
      ...(body && { body }),
      headers: { 'idempotency-key': newId() },
    })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
    return reply.body
  }
  const have = given(org, marker)
  const done = new Set<Maker>()
  const makeFirst = async (maker: Maker) => {
    if (done.has(maker)) return
    done.add(maker)
    for (const name of maker.needs ?? []) await makeFirst(makers.find(({ gives }) => gives.includes(name))!)
    Object.assign(have, await maker.make({ world, org, marker, call }, have))
  }
  for (const maker of makers) if (!wanted || maker.gives.some((name) => wanted.has(name))) await makeFirst(maker)
  return have
}
