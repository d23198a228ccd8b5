import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#store/ids.ts'
import type { Reply, TestApp } from '../test-app.ts'
import { startTestApp } from '../test-app.ts'
import { type Event, linearize, type Model } from './linearize.ts'
import type { Body } from './project-client.ts'

/* Initiatives and opportunities under two concurrent clients against an in-memory model; links affect both. */

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(async () => {
  await app.close()
  assert.deepEqual(app.errors, [])
})

type Initiative = { title: string; goal: string | null; status: string; overview: string }
type Opportunity = { title: string; status: string; initiative: number | null }
type State = { initiatives: readonly Initiative[]; opportunities: readonly Opportunity[] }
type Request =
  | {
      kind: 'initiative'
      action: 'update_title' | 'update_goal' | 'update_status' | 'upsert_section'
      at: number
      value: string
    }
  | { kind: 'opportunity'; action: 'archive'; at: number }
  | { kind: 'opportunity'; action: 'link_initiative'; at: number; to: number }
  | { kind: 'change'; at: number; title?: string; status?: 'active' }

const fieldOf = {
  update_title: 'title',
  update_goal: 'goal',
  update_status: 'status',
  upsert_section: 'overview',
} as const
const replaceAt = <T>(list: readonly T[], at: number, item: T) => list.map((other, n) => (n === at ? item : other))

function applyToInitiative(state: State, { action, at, value }: Extract<Request, { kind: 'initiative' }>) {
  const before = state.initiatives[at]!
  if (before.status === 'archived' && action !== 'update_status') return { next: state, observed: 'INVALID_STATE' }
  const after = { ...before, [fieldOf[action]]: value }
  return { next: { ...state, initiatives: replaceAt(state.initiatives, at, after) }, observed: after }
}

const model: Model<State, Request> = (state, request) => {
  if (request.kind === 'initiative') return applyToInitiative(state, request)
  const before = state.opportunities[request.at]!
  const changeOpportunity = (change: Partial<Opportunity>) => {
    const after = { ...before, ...change }
    return { next: { ...state, opportunities: replaceAt(state.opportunities, request.at, after) }, observed: after }
  }
  const rejected = { next: state, observed: 'INVALID_STATE' }
  if (request.kind === 'change') {
    const { title, status } = request
    const isReadOnly = before.status === 'archived' && status !== 'active'
    return title !== undefined && isReadOnly
      ? rejected
      : changeOpportunity({ ...(title !== undefined && { title }), ...(status && { status }) })
  }
  if (request.action === 'archive') return changeOpportunity({ status: 'archived' })
  if (before.status === 'archived' || state.initiatives[request.to]!.status === 'archived') return rejected
  return changeOpportunity({ initiative: request.to })
}

const at = fc.constantFrom(0, 1)
const initiativeAction = (action: keyof typeof fieldOf, ...values: string[]) =>
  fc.record({
    kind: fc.constant('initiative' as const),
    action: fc.constant(action),
    at,
    value: fc.constantFrom(...values),
  })
const request: fc.Arbitrary<Request> = fc.oneof(
  initiativeAction('update_title', 'A', 'B', 'C'),
  initiativeAction('update_goal', 'g', 'h'),
  initiativeAction('update_status', 'exploring', 'building', 'archived'),
  initiativeAction('upsert_section', 'x', 'y'),
  fc.record({ kind: fc.constant('opportunity' as const), action: fc.constant('archive' as const), at }),
  fc.record({ kind: fc.constant('opportunity' as const), action: fc.constant('link_initiative' as const), at, to: at }),
  fc.record({ kind: fc.constant('change' as const), at, title: fc.constantFrom('O', 'P') }),
  fc.record({ kind: fc.constant('change' as const), at, status: fc.constant('active' as const) }),
)
const requests = fc.array(request, { minLength: 2, maxLength: 7 })

/** Two initiatives and two opportunities of one organization, and a client per user. */
async function createModelRun() {
  const org = await app.org()
  const call = (key: string, method: string, path: string, body?: Body) =>
    app.call(key, method, path, { ...(body && { body }), headers: { 'idempotency-key': newId() } })
  const createAndGetId = async (path: string, body: Body) =>
    (await call(org.admin.key, 'POST', path, body)).body.id as string
  const initiatives = [
    await createAndGetId('/initiatives', { title: 'A' }),
    await createAndGetId('/initiatives', { title: 'A' }),
  ]
  const opportunities = [
    await createAndGetId('/opportunities', { title: 'O', category: 'PAIN_POINTS' }),
    await createAndGetId('/opportunities', { title: 'O', category: 'PAIN_POINTS' }),
  ]

  const presentInitiative = ({ title, goal, status, sections }: Body): Initiative => ({
    title,
    goal,
    status,
    overview: sections.find((section: Body) => section.key === 'overview').content,
  })
  const presentOpportunity = ({ title, status, initiative_id }: Body): Opportunity => ({
    title,
    status,
    initiative: initiative_id === null ? null : initiatives.indexOf(initiative_id),
  })

  async function sendRequest(key: string, request: Request): Promise<unknown> {
    const outcomeOf = (reply: Reply, present: (body: Body) => unknown) =>
      reply.status === 200 ? present(reply.body) : reply.body.error.code
    if (request.kind === 'change') {
      const { kind: _, at, ...change } = request
      return outcomeOf(await call(key, 'PATCH', `/opportunities/${opportunities[at]}`, change), presentOpportunity)
    }
    if (request.kind === 'opportunity') {
      const body = {
        action: request.action,
        opportunity_id: opportunities[request.at],
        ...(request.action === 'link_initiative' && { initiative_id: initiatives[request.to] }),
      }
      return outcomeOf(await call(key, 'POST', '/build/opportunities', body), (result) =>
        presentOpportunity(result.opportunity),
      )
    }
    const { action, at, value } = request
    const fields =
      action === 'upsert_section' ? { section_type: 'overview', content: value } : { [fieldOf[action]]: value }
    return outcomeOf(
      await call(key, 'POST', '/build/initiatives', { action, initiative_id: initiatives[at], ...fields }),
      (result) => presentInitiative(result.initiative),
    )
  }

  let clock = 0
  const client = async (key: string, clientRequests: readonly Request[]) => {
    const events: Event<Request>[] = []
    for (const request of clientRequests) {
      const startedAt = clock++
      events.push({ request, observed: await sendRequest(key, request), startedAt, endedAt: clock++ })
    }
    return events
  }
  const finalState = async (): Promise<State> => ({
    initiatives: await Promise.all(
      initiatives.map(async (id) => presentInitiative((await call(org.admin.key, 'GET', `/initiatives/${id}`)).body)),
    ),
    opportunities: await Promise.all(
      opportunities.map(async (id) =>
        presentOpportunity((await call(org.admin.key, 'GET', `/opportunities/${id}`)).body),
      ),
    ),
  })
  return { keys: [org.admin.key, org.member.key], client, finalState }
}

const initialState: State = {
  initiatives: [0, 1].map(() => ({ title: 'A', goal: null, status: 'draft', overview: '' })),
  opportunities: [0, 1].map(() => ({ title: 'O', status: 'active', initiative: null })),
}

test('two concurrent clients never lose an acknowledged write', async () => {
  await fc.assert(
    fc.asyncProperty(requests, requests, async (one, two) => {
      const { keys, client, finalState } = await createModelRun()
      const events = await Promise.all([client(keys[0]!, one), client(keys[1]!, two)])
      const found = await finalState()
      assert.ok(
        linearize(events, model, initialState, found),
        `no order explains\n${JSON.stringify(events, null, 1)}\nand the end ${JSON.stringify(found)}`,
      )
    }),
    { numRuns: 40 },
  )
})
