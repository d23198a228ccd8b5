import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import type { Reply, TestApp } from '../test-app.ts'
import { startTestApp } from '../test-app.ts'
import { type Event, linearize, type Model } from './linearize.ts'
import { type Body, createProjectClient } from './project-client.ts'

/* Two concurrent clients against an in-memory model: every acknowledged write is present or was overwritten later. */

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(async () => {
  await app.close()
  assert.deepEqual(app.errors, [])
})

type Project = {
  title: string
  status: string
  initiative: boolean
  sections: Record<string, string>
  evidence: number[]
}
type State = readonly Project[]
type Request =
  | { action: 'create'; title: string }
  | { action: 'update_title'; at: number; title: string }
  | { action: 'update_status'; at: number; status: string }
  | { action: 'archive'; at: number }
  | { action: 'set_initiative'; at: number; linked: boolean }
  | { action: 'upsert_section'; at: number; section_key: string; content: string }
  | { action: 'assign_insights'; at: number; insights: number[] }
  | { action: 'unassign_insights'; at: number; insights: number[] }

const emptyProject = (title: string): Project => ({
  title,
  status: 'not_started',
  initiative: false,
  sections: { overview: '', evidence: '', success_metrics: '' },
  evidence: [],
})

function applyRequest(project: Project, request: Exclude<Request, { action: 'create' }>): Project {
  switch (request.action) {
    case 'update_title':
      return { ...project, title: request.title }
    case 'update_status':
      return { ...project, status: request.status }
    case 'archive':
      return { ...project, status: 'archived' }
    case 'set_initiative':
      return { ...project, initiative: request.linked }
    case 'upsert_section':
      return { ...project, sections: { ...project.sections, [request.section_key]: request.content } }
    case 'assign_insights':
      return { ...project, evidence: [...new Set([...project.evidence, ...request.insights])].sort() }
    case 'unassign_insights':
      return { ...project, evidence: project.evidence.filter((insight) => !request.insights.includes(insight)) }
  }
}
const allowedWhenArchived = new Set(['update_status', 'archive', 'unassign_insights'])

/** The Projects both clients share; what one of them creates is visible to it alone. */
const model: Model<State, Request> = (state, request) => {
  if (request.action === 'create') return { next: state, observed: emptyProject(request.title) }
  const project = state[request.at]!
  if (project.status === 'archived' && !allowedWhenArchived.has(request.action))
    return { next: state, observed: 'INVALID_STATE' }
  const after = applyRequest(project, request)
  return { next: state.map((other, at) => (at === request.at ? after : other)), observed: after }
}

const at = fc.constantFrom(0, 1)
const insights = fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 })
const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ action: fc.constant('create' as const), title: fc.constantFrom('C', 'D') }),
  fc.record({ action: fc.constant('update_title' as const), at, title: fc.constantFrom('A', 'B', 'C') }),
  fc.record({
    action: fc.constant('update_status' as const),
    at,
    status: fc.constantFrom('not_started', 'in_progress', 'completed'),
  }),
  fc.record({ action: fc.constant('archive' as const), at }),
  fc.record({ action: fc.constant('set_initiative' as const), at, linked: fc.boolean() }),
  fc.record({
    action: fc.constant('upsert_section' as const),
    at,
    section_key: fc.constantFrom('overview', 'risks'),
    content: fc.constantFrom('x', 'y'),
  }),
  fc.record({ action: fc.constant('assign_insights' as const), at, insights }),
  fc.record({ action: fc.constant('unassign_insights' as const), at, insights }),
)
const requests = fc.array(request, { minLength: 2, maxLength: 7 })

/** An organization with two Projects, three insights and an initiative, and a client per user. */
async function createModelRun() {
  const org = await app.org()
  const client = createProjectClient(app, org)
  const projects = [(await client.project({ title: 'A' })).id, (await client.project({ title: 'A' })).id]
  const evidence = [(await client.insight()).id, (await client.insight()).id, (await client.insight()).id]
  const initiative_id = await client.initiative()
  const view = (project: Body): Project => ({
    title: project.title,
    status: project.status,
    initiative: project.initiative !== null,
    sections: Object.fromEntries(project.sections.map((section: Body) => [section.key, section.content])),
    evidence: project.evidence_references.map((reference: Body) => evidence.indexOf(reference.insight_id)).sort(),
  })
  const bodyOf = (request: Request): Body => {
    const { at, linked, insights, ...fields } = request as Body
    return {
      ...fields,
      ...(at !== undefined && { project_id: projects[at] }),
      ...(linked !== undefined && { initiative_id: linked ? initiative_id : null }),
      ...(insights && { insight_ids: insights.map((index: number) => evidence[index]) }),
    }
  }
  const observedOutcome = ({ status, body }: Reply) =>
    status === 200 ? view(body.project) : (body.error.code as string)
  let clock = 0
  const run = async (key: string, requests: readonly Request[]) => {
    const { build } = createProjectClient(app, org, key)
    const events: Event<Request>[] = []
    for (const request of requests) {
      const startedAt = clock++
      const observed = observedOutcome(await build(bodyOf(request)))
      events.push({ request, observed, startedAt, endedAt: clock++ })
    }
    return events
  }
  return {
    keys: [org.admin.key, org.member.key],
    run,
    finalState: async () => Promise.all(projects.map(async (id) => view(await client.read(id)))),
  }
}

test('two concurrent clients never lose an acknowledged write', async () => {
  await fc.assert(
    fc.asyncProperty(requests, requests, async (one, two) => {
      const { keys, run, finalState } = await createModelRun()
      const events = await Promise.all([run(keys[0]!, one), run(keys[1]!, two)])
      const found = await finalState()
      assert.ok(
        linearize(events, model, [emptyProject('A'), emptyProject('A')], found),
        `no order explains\n${JSON.stringify(events, null, 1)}\nand the end ${JSON.stringify(found)}`,
      )
    }),
    { numRuns: 40 },
  )
})

test('the linearizability check detects lost, mixed and late writes', () => {
  const titled = (title: string) => ({ ...emptyProject('A'), title })
  const title = (
    name: string,
    startedAt: number,
    endedAt: number,
    observed: unknown = titled(name),
  ): Event<Request> => ({
    request: { action: 'update_title', at: 0, title: name },
    observed,
    startedAt,
    endedAt,
  })
  const explain = (one: Event<Request>[], two: Event<Request>[], finalState: Project) =>
    linearize(one.length ? [one, two] : [two], model, [emptyProject('A')], [finalState])
  assert.ok(explain([title('B', 0, 2)], [title('C', 1, 3)], titled('B')), 'overlapping writes may end either way')
  assert.equal(explain([title('B', 0, 1)], [title('C', 2, 3)], titled('B')), undefined)
  assert.equal(explain([title('B', 0, 1)], [], titled('A')), undefined)
  assert.equal(explain([title('B', 0, 2, 'INVALID_STATE')], [title('C', 1, 3)], titled('C')), undefined)
  const section: Event<Request> = {
    request: { action: 'upsert_section', at: 0, section_key: 'overview', content: 'x' },
    observed: { ...emptyProject('A'), sections: { ...emptyProject('A').sections, overview: 'x' } },
    startedAt: 0,
    endedAt: 2,
  }
  assert.equal(explain([section], [title('B', 1, 3)], titled('B')), undefined, 'a write that reverted another')
})

test('of twenty concurrent writers ten store a custom section, and an insight is assigned once', async () => {
  const org = await app.org()
  const client = createProjectClient(app, org)
  const { id: project_id } = await client.project()
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      client.build({ action: 'upsert_section', project_id, section_key: `s${i}`, content: `${i}` }),
    ),
  )
  assert.deepEqual(
    [200, 409].map((status) => written.filter((reply) => reply.status === status).length),
    [10, 10],
  )
  const { sections } = await client.read(project_id)
  const storedKeys = written.flatMap((reply, i) => (reply.status === 200 ? [`s${i}`] : []))
  assert.deepEqual(
    sections
      .slice(3)
      .map((section: Body) => section.key)
      .sort(),
    storedKeys.sort(),
  )
  const { id } = await client.insight()
  const assigned = await Promise.all(
    Array.from({ length: 20 }, () => client.build({ action: 'assign_insights', project_id, insight_ids: [id] })),
  )
  assert.equal(
    assigned.reduce((sum, reply) => sum + reply.body.assigned, 0),
    1,
  )
})
