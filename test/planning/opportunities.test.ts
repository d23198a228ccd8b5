import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refreshOpportunities } from '#domain/ranking/refresh.ts'
import { newId } from '#store/ids.ts'
import { sql } from '#store/sql.ts'
import { useTestServer, org, app } from '../test-server.ts'
import { waitForLockWaits } from '../wait-for.ts'
import {
  type Body,
  codeOf,
  daysAgo,
  type PlanningClient,
  createPlanningClient,
  idsOf,
  pathOf,
} from './planning-client.ts'
import { readPages } from '../read-pages.ts'

let client: PlanningClient
useTestServer(undefined, {
  beforeEachTest() {
    client = createPlanningClient(app, org)
  },
})

const createInsights = async (n: number, more: Body = {}) => {
  const ids: string[] = []
  for (let i = 0; i < n; i++) ids.push((await client.insight(more)).id)
  return ids
}
const ranks = async (category = 'PAIN_POINTS') =>
  (await client.read('/opportunities', { category })).data.map((o: Body) => [o.id, o.rank])

test('a segment referenced by a plan cannot be deleted before the plan is stored', async () => {
  const [segment, insight] = [await client.segment('Enterprise'), await client.insight()]
  const replies = await app.store.transaction(async (tx) => {
    await tx.run(sql`select 1 from insight where org_id = ${org.id} and id = ${insight.id} for update`)
    const creation = client.call('POST', '/opportunities', {
      title: 'Large exports fail',
      category: 'PAIN_POINTS',
      segment_ids: [segment],
      insight_ids: [insight.id],
    })
    const [creator] = await waitForLockWaits(app, 1)
    const deletion = client.call('DELETE', `/segments/${segment}`)
    const all = await waitForLockWaits(app, 2)
    assert.deepEqual(
      all.filter(({ pid }) => pid !== creator!.pid).map(({ by }) => by),
      [[creator!.pid]],
      'the deletion waits for the plan',
    )
    return [creation, deletion]
  })
  const [created, removed] = await Promise.all(replies)
  assert.deepEqual([created!.status, created!.body.segment_ids, removed!.status], [201, [segment], 200])
  assert.equal(
    pathOf(
      await client.call('POST', '/opportunities', { title: 'Later', category: 'PAIN_POINTS', segment_ids: [segment] }),
    ),
    'body.segment_ids',
  )
})

test('an opportunity has its list fields and more in the detail', async () => {
  const insight_ids = await createInsights(2)
  const created = await client.opportunity({
    summary: 's',
    problem_statement: 'p',
    owner_id: org.member.userId,
    insight_ids,
  })
  const [listed] = (await client.read('/opportunities')).data
  assert.deepEqual(Object.keys(listed).sort(), [
    'account_reach',
    'category',
    'confidence',
    'contact_count',
    'created_at',
    'custom_fields',
    'effort',
    'first_seen_at',
    'horizon',
    'id',
    'impact_factors',
    'impact_score',
    'importance_counts',
    'initiative_id',
    'insight_count',
    'last_evidence_at',
    'origin',
    'owner_id',
    'previous_rank',
    'problem_statement',
    'project_ids',
    'rank',
    'ratings',
    'score',
    'score_method_id',
    'score_terms',
    'score_version',
    'segment_ids',
    'segments',
    'sentiment',
    'sentiment_breakdown',
    'slug',
    'snapshot_id',
    'source_ref',
    'status',
    'summary',
    'target_date',
    'title',
    'trend',
    'updated_at',
  ])
  const { brief, narrative, monthly_sentiment, ...links } = created
  const { subthemes, competitor_evidence, initiative, projects, merged_opportunity_ids, split_from_id, ...rest } = links
  assert.deepEqual(rest, listed)
  assert.deepEqual([merged_opportunity_ids, split_from_id], [[], null])
  assert.deepEqual(
    [subthemes, competitor_evidence, initiative, projects],
    [[], { insight_count: 0, competitors: [] }, null, []],
  )
  assert.deepEqual(
    [
      created.status,
      created.origin,
      created.source_ref,
      created.rank,
      created.previous_rank,
      created.insight_count,
      created.owner_id,
    ],
    ['active', 'manual', null, 1, null, 2, org.member.userId],
  )
  assert.match(created.slug, /^large-exports-fail-[0-9a-f]{6}$/)
  assert.match(
    brief,
    new RegExp(
      String.raw`^2 insights on \w+ \d+, \d{4}: 2 negative\. .* ` +
        String.raw`It ranks #1 among pain points with an impact of [\d.]+ of 100`,
    ),
  )
  assert.deepEqual(
    narrative.map((b: Body) => b.type),
    ['summary', 'key_points', 'sources', 'timeline'],
  )
  assert.deepEqual(
    monthly_sentiment.map(({ month: _, ...counts }: Body) => counts),
    [{ positive: 0, negative: 2, neutral: 0 }],
  )
  assert.deepEqual(await client.read(`/opportunities/${created.id}`), created)
})

test('Projects are linked to an opportunity, all or none, and parted from it', async () => {
  const [insight] = await createInsights(1)
  const opportunity = (
    await client.call('POST', '/opportunities', { title: 'Scale', category: 'PAIN_POINTS', insight_ids: [insight] })
  ).body
  const projects = [
    (await client.call('POST', '/projects', { title: 'Recalibrate' })).body.id,
    (await client.call('POST', '/projects', { title: 'Weigh' })).body.id,
  ]
  const path = `/opportunities/${opportunity.id}/projects`
  const link = (project_ids: string[]) => client.call('POST', path, { project_ids })
  assert.equal(codeOf(await link([projects[0], newId()])), 'VALIDATION_ERROR')
  assert.deepEqual((await client.read(path)).data, [])
  assert.deepEqual((await link([projects[0]])).body.linked, 1)
  const { linked, already_linked } = (await link(projects)).body
  assert.deepEqual([linked, already_linked], [1, 1])
  assert.deepEqual((await client.read(`/opportunities/${opportunity.id}`)).project_ids.sort(), [...projects].sort())
  assert.deepEqual((await client.read(`/projects/${projects[0]}`)).opportunity_ids, [opportunity.id])
  assert.equal((await client.call('DELETE', `${path}/${projects[0]}`)).body.linked, false)
  assert.deepEqual(idsOf(await client.read(path)), [projects[1]])
  await client.call('DELETE', `/opportunities/${opportunity.id}`)
  assert.equal(codeOf(await link([projects[0]])), 'INVALID_STATE')
})

/** The formula of the contract, reimplemented on the raw insights. */
function expectedScores(category: string, all: { id: string; insights: Evidence[] }[]) {
  const severity: Record<string, number> = {
    BUGS_AND_ERRORS: 1,
    PAIN_POINTS: 0.9,
    USABILITY_ISSUES: 0.7,
    FEATURE_REQUESTS: 0.5,
  }
  const distinct = (values: (string | undefined)[]) => new Set(values.filter((v) => v !== undefined)).size
  const p95 = (counts: number[]) => {
    const sorted = counts.toSorted((a, b) => a - b)
    const at = (sorted.length - 1) * 0.95
    const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
    return low + (high - low) * (at % 1)
  }
  const scaled = (n: number, top: number) => (top === 0 ? 0 : Math.min(1, Math.log(1 + n) / Math.log(1 + top)))
  const contacts = all.map((o) => distinct(o.insights.map((i) => i.contact)))
  return all.map(({ id, insights }, n) => {
    const count = insights.length
    const pairs = new Map(
      insights.flatMap((i, k) => i.segments.map((s) => [`${i.contact ?? k}/${s.name}`, s.weight] as const)),
    )
    const weights = [...pairs.values()]
    const values = {
      volume: scaled(count, p95(all.map((o) => o.insights.length))),
      reach: scaled(contacts[n]!, p95(contacts)),
      severity: count ? (insights.filter((i) => i.sentiment === 'NEGATIVE').length / count) * severity[category]! : 0,
      recency: count ? insights.reduce((sum, i) => sum + 2 ** (-i.age / 45), 0) / count : 0,
      segment: weights.length ? weights.reduce((a, b) => a + b, 0) / weights.length / 10 : 0,
      diversity: Math.min(1, distinct(insights.map((i) => i.source)) / 4),
    }
    const score =
      100 *
      (0.3 * values.volume +
        0.2 * values.reach +
        0.2 * values.severity +
        0.15 * values.recency +
        0.1 * values.segment +
        0.05 * values.diversity)
    return { id, values: values as Record<string, number>, score }
  })
}
type Evidence = {
  sentiment: string
  age: number
  contact?: string
  source?: string
  segments: { name: string; weight: number }[]
}

test('the impact score is reproducible from the response and from the insights, and determines the ranks', async () => {
  const segments = [
    { name: 'Gold', weight: 8 },
    { name: 'Free', weight: 0.5 },
  ]
  const segmentIds = new Map<string, string>()
  for (const { name, weight } of segments) segmentIds.set(name, await client.segment(name, weight))
  const contacts = new Map<string, string>()
  for (const name of ['ana', 'ben', 'cleo', 'dan']) contacts.set(name, await client.contact(name))
  const sources = new Map<string, string>()
  for (const type of ['feedback', 'call', 'review', 'note', 'message']) sources.set(type, await client.feedback(type))

  for (const category of ['PAIN_POINTS', 'BUGS_AND_ERRORS', 'USABILITY_ISSUES', 'FEATURE_REQUESTS']) {
    const all: { id: string; insights: Evidence[] }[] = []
    for (let n = 0; n < 6; n++) {
      const insights: Evidence[] = Array.from({ length: n * 2 }, (_, k) => ({
        sentiment: ['NEGATIVE', 'POSITIVE', 'NEUTRAL', 'NEGATIVE'][(n + k) % 4]!,
        age: (n * 37 + k * 11) % 200,
        ...(k % 3 && { contact: ['ana', 'ben', 'cleo', 'dan'][(n * k) % 4]! }),
        ...(k % 2 && { source: [...sources.keys()][(n + k) % 5]! }),
        segments: segments.filter((_, s) => (n + k) % (s + 2) === 0),
      }))
      const ids: string[] = []
      for (const i of insights) {
        const { id } = await client.insight({
          sentiment: i.sentiment,
          occurred_at: daysAgo(i.age),
          contact_id: i.contact ? contacts.get(i.contact) : null,
          feedback_id: i.source ? sources.get(i.source) : null,
          segment_ids: i.segments.map((s) => segmentIds.get(s.name)),
        })
        ids.push(id)
      }
      all.push({ id: (await client.opportunity({ category, title: `n${n}`, insight_ids: ids })).id, insights })
    }
    const listed: Body[] = (await client.read('/opportunities', { category })).data
    for (const expected of expectedScores(category, all)) {
      const found = listed.find((o) => o.id === expected.id)!
      const sum = found.impact_factors.reduce((total: number, f: Body) => total + 100 * f.weight * f.value, 0)
      assert.ok(Math.abs(found.impact_score - sum) <= 0.05 + 1e-9, `${found.impact_score} is not ${sum}`)
      assert.equal(Number(found.impact_score.toFixed(1)), found.impact_score)
      assert.ok(
        Math.abs(found.impact_score - expected.score) <= 0.06,
        `${category} ${found.title}: ${found.impact_score} is not ${expected.score}`,
      )
      for (const f of found.impact_factors) {
        assert.ok(
          Math.abs(f.value - expected.values[f.factor]!) < 2e-4,
          `${f.factor}: ${f.value} is not ${expected.values[f.factor]}`,
        )
        assert.ok(Math.abs(f.contribution - 100 * f.weight * f.value) < 1e-9)
      }
      assert.deepEqual(
        found.impact_factors.map((f: Body) => [f.factor, f.weight]),
        [
          ['volume', 0.3],
          ['reach', 0.2],
          ['severity', 0.2],
          ['recency', 0.15],
          ['segment', 0.1],
          ['diversity', 0.05],
        ],
      )
    }
    const best = listed.toSorted(
      (a, b) => b.impact_score - a.impact_score || b.insight_count - a.insight_count || (a.id < b.id ? -1 : 1),
    )
    assert.deepEqual(
      listed.map((o) => [o.id, o.rank]),
      best.map((o, i) => [o.id, o.insight_count > 0 ? i + 1 : null]),
    )
  }
})

test('equal scores rank the older opportunity first', async () => {
  const insight_ids = await createInsights(1)
  const created: string[] = []
  for (let i = 0; i < 4; i++) created.push((await client.opportunity({ title: `t${i}`, insight_ids })).id)
  assert.deepEqual(
    await ranks(),
    created.map((id, i) => [id, i + 1]),
  )
})

test('ranks change in the same transaction as evidence, status and category, without gaps', async () => {
  const shared = { insight_ids: await createInsights(1) }
  const [a, b, c] = [
    await client.opportunity({ title: 'a', ...shared }),
    await client.opportunity({ title: 'b', ...shared }),
    await client.opportunity({ title: 'c', ...shared }),
  ]
  const insight_ids = await createInsights(3)
  await client.call('POST', `/opportunities/${c.id}/insights`, { insight_ids })
  assert.deepEqual(await ranks(), [
    [c.id, 1],
    [a.id, 2],
    [b.id, 3],
  ])
  assert.deepEqual(
    [
      (await client.read(`/opportunities/${c.id}`)).previous_rank,
      (await client.read(`/opportunities/${a.id}`)).previous_rank,
    ],
    [3, 1],
  )
  const archived = (await client.call('DELETE', `/opportunities/${c.id}`)).body
  assert.deepEqual([archived.status, archived.rank, archived.previous_rank], ['archived', null, 1])
  assert.deepEqual(await ranks(), [
    [a.id, 1],
    [b.id, 2],
  ])
  const restored = (await client.call('PATCH', `/opportunities/${c.id}`, { status: 'active' })).body
  assert.deepEqual([restored.rank, restored.previous_rank], [1, 1])
  assert.deepEqual(await ranks(), [
    [c.id, 1],
    [a.id, 2],
    [b.id, 3],
  ])
  const moved = (await client.call('PATCH', `/opportunities/${c.id}`, { category: 'BUGS_AND_ERRORS' })).body
  assert.deepEqual([moved.rank, moved.previous_rank], [1, null])
  assert.deepEqual(
    [await ranks(), await ranks('BUGS_AND_ERRORS')],
    [
      [
        [a.id, 1],
        [b.id, 2],
      ],
      [[c.id, 1]],
    ],
  )
  await client.call('POST', `/opportunities/${b.id}/insights`, { insight_ids: [insight_ids[0]!] })
  await client.call('DELETE', `/opportunities/${b.id}/insights/${insight_ids[0]}`)
  assert.deepEqual(await ranks(), [
    [a.id, 1],
    [b.id, 2],
  ])
})

test('a change of an insight updates counts, score and rank immediately', async () => {
  const ana = await client.contact('ana')
  const [a, b] = [
    await client.opportunity({ title: 'a', insight_ids: await createInsights(2) }),
    await client.opportunity({ title: 'b' }),
  ]
  const [x, y, z] = [
    await client.insight({ contact_id: ana }),
    await client.insight({ sentiment: 'POSITIVE', contact_id: ana }),
    await client.insight(),
  ]
  await client.call('POST', `/opportunities/${b.id}/insights`, { insight_ids: [x.id, y.id, z.id] })
  const summary = async () => {
    const o = await client.read(`/opportunities/${b.id}`)
    return [o.rank, o.insight_count, o.contact_count, o.sentiment_breakdown.positive, o.sentiment_breakdown.negative]
  }
  assert.deepEqual(await summary(), [1, 3, 1, 1, 2])
  await client.call('PATCH', `/insights/${y.id}`, { sentiment: 'NEGATIVE' })
  assert.deepEqual(await summary(), [1, 3, 1, 0, 3])
  await client.call('PATCH', `/insights/${y.id}`, { status: 'dismissed' })
  assert.deepEqual(await summary(), [1, 2, 1, 0, 2])
  await client.call('DELETE', `/insights/${x.id}`)
  assert.deepEqual(await summary(), [2, 1, 0, 0, 1])
  await client.call('PATCH', `/insights/${y.id}`, { status: 'active' })
  await client.call('POST', `/insights/${z.id}/merge`, { source_insight_ids: [y.id] })
  assert.deepEqual(await summary(), [2, 1, 0, 0, 1])
  assert.deepEqual(await ranks(), [
    [a.id, 1],
    [b.id, 2],
  ])
})

test('twenty concurrent creations in one category get the ranks 1 to 20', async () => {
  const insight_ids = await createInsights(3)
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      client.call('POST', '/opportunities', {
        title: 'same title',
        category: 'PAIN_POINTS',
        insight_ids: insight_ids.slice(0, 1 + (i % 3)),
      }),
    ),
  )
  assert.ok(
    replies.every((reply) => reply.status === 201),
    replies.find((reply) => reply.status !== 201)?.text,
  )
  const listed: Body[] = (await client.read('/opportunities')).data
  assert.deepEqual(
    listed.map((o) => o.rank),
    Array.from({ length: 20 }, (_, i) => i + 1),
  )
  const best = listed.toSorted(
    (a, b) => b.impact_score - a.impact_score || b.insight_count - a.insight_count || (a.id < b.id ? -1 : 1),
  )
  assert.deepEqual(
    idsOf({ data: listed }),
    best.map((o) => o.id),
  )
  assert.equal(new Set(listed.map((o) => o.slug)).size, 20)
})

test('concurrent changes of every kind end in the ranks of a fresh count, and readers never see a gap', async () => {
  const insight_ids = await createInsights(6)
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      client.opportunity({
        title: `o${i}`,
        category: i % 2 ? 'PAIN_POINTS' : 'BUGS_AND_ERRORS',
        insight_ids: insight_ids.slice(0, i % 5),
      }),
    ),
  )
  let running = true
  const reader = (async () => {
    while (running)
      for (const category of ['PAIN_POINTS', 'BUGS_AND_ERRORS']) {
        const seen: (number | null)[] = (await ranks(category)).map(([, rank]: [string, number | null]) => rank)
        const ranked = seen.filter((rank) => rank !== null).length
        assert.deepEqual(
          seen,
          seen.map((_, i) => (i < ranked ? i + 1 : null)),
        )
      }
  })()
  const changes: ((id: string, n: number) => Promise<unknown>)[] = [
    (id, n) => client.call('PATCH', `/opportunities/${id}`, { category: n % 3 ? 'PAIN_POINTS' : 'BUGS_AND_ERRORS' }),
    (id) => client.call('DELETE', `/opportunities/${id}`),
    (id) => client.call('PATCH', `/opportunities/${id}`, { status: 'active' }),
    (id, n) =>
      client.call('POST', `/opportunities/${id}/insights`, {
        insight_ids: [insight_ids[n % 6]!, insight_ids[(n + 1) % 6]!],
      }),
    (id, n) => client.call('DELETE', `/opportunities/${id}/insights/${insight_ids[n % 6]}`),
    (_, n) => client.call('PATCH', `/insights/${insight_ids[n % 6]}`, { status: n % 2 ? 'active' : 'dismissed' }),
    (id, n) => client.call('PATCH', `/opportunities/${id}`, { title: `renamed ${n}` }),
  ]
  const replies: any[] = []
  try {
    for (let round = 0; round < 6; round++)
      replies.push(
        ...(await Promise.all(all.map((o, i) => changes[(i + round) % changes.length]!(o.id, i * 7 + round)))),
      )
  } finally {
    running = false
  }
  await reader
  assert.ok(
    replies.every((reply) => reply.status < 500),
    replies.find((reply) => reply.status >= 500)?.text,
  )
  const listState = async () =>
    (await client.read('/opportunities', { status: 'active,archived' })).data.map((o: Body) => [
      o.id,
      o.rank,
      o.insight_count,
      o.sentiment_breakdown,
      o.trend,
    ])
  const before = await listState()
  const snapshot = await app.store.transaction((db) => refreshOpportunities(db, org.id))
  assert.deepEqual(await listState(), before)
  assert.ok((await client.read('/opportunities')).data.every((o: Body) => o.snapshot_id === snapshot))
})

test('a trend is a change by a quarter and by three insights', async () => {
  const trend = async (recent: number, before: number) => {
    const insight_ids = [
      ...(await createInsights(recent, { occurred_at: daysAgo(5) })),
      ...(await createInsights(before, { occurred_at: daysAgo(45) })),
      ...(await createInsights(1, { occurred_at: daysAgo(70) })),
    ]
    return (await client.opportunity({ insight_ids })).trend
  }
  const table: [number, number, string][] = [
    [0, 0, 'flat'],
    [3, 0, 'rising'],
    [2, 0, 'flat'],
    [0, 3, 'falling'],
    [0, 2, 'flat'],
    [15, 12, 'rising'],
    [14, 12, 'flat'],
    [12, 15, 'falling'],
    [13, 16, 'flat'],
  ]
  for (const [recent, before, expected] of table)
    assert.equal(await trend(recent, before), expected, `${recent} after ${before}`)
})

test('sentiment is mixed when positive and negative each make up a quarter', async () => {
  const table: [number, number, number, string][] = [
    [0, 0, 0, 'NEUTRAL'],
    [1, 1, 2, 'MIXED'],
    [1, 1, 3, 'NEUTRAL'],
    [2, 1, 0, 'MIXED'],
    [4, 1, 0, 'POSITIVE'],
    [1, 4, 0, 'NEGATIVE'],
    [0, 1, 1, 'NEGATIVE'],
    [1, 0, 1, 'POSITIVE'],
    [1, 0, 2, 'NEUTRAL'],
  ]
  for (const [positive, negative, neutral, expected] of table) {
    const insight_ids = [
      ...(await createInsights(positive, { sentiment: 'POSITIVE' })),
      ...(await createInsights(negative)),
      ...(await createInsights(neutral, { sentiment: 'NEUTRAL' })),
    ]
    const created = await client.opportunity({ insight_ids })
    assert.deepEqual([created.sentiment, created.sentiment_breakdown], [expected, { positive, negative, neutral }])
  }
})

test('status changes from each status, and what an archived opportunity accepts', async () => {
  const seen = await client.insight()
  const created = await client.opportunity({ insight_ids: [seen.id] })
  const at = `/opportunities/${created.id}`
  const initiative = await client.initiative()
  const status = async (method: string, body?: Body) => (await client.call(method, at, body)).body.status
  assert.equal(await status('PATCH', { status: 'active' }), 'active')
  assert.equal(await status('PATCH', { status: 'archived' }), 'archived')
  assert.equal(await status('PATCH', { status: 'archived' }), 'archived')
  assert.equal(await status('DELETE'), 'archived')
  const refused: [string, string, Body][] = [
    ['PATCH', at, { title: 'x' }],
    ['PATCH', at, { title: 'x', status: 'archived' }],
    ['PATCH', at, { category: 'BUGS_AND_ERRORS' }],
    ['PATCH', at, { owner_id: null }],
    ['POST', `${at}/insights`, { insight_ids: [seen.id] }],
    ['PATCH', `${at}/segments`, { segment_ids: [] }],
    ['POST', `/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [created.id] }],
  ]
  for (const [method, path, body] of refused)
    assert.equal(codeOf(await client.call(method, path, body)), 'INVALID_STATE', `${method} ${path}`)
  for (const path of [
    at,
    `${at}/insights`,
    `${at}/segments`,
    `${at}/subthemes`,
    `${at}/projects`,
    `${at}/contacts`,
    `${at}/timeline`,
  ])
    assert.equal((await client.call('GET', path)).status, 200, path)
  assert.equal((await client.call('DELETE', `${at}/insights/${seen.id}`)).status, 200)
  const restored = (await client.call('PATCH', at, { status: 'active', title: 'Back', category: 'BUGS_AND_ERRORS' }))
    .body
  assert.deepEqual(
    [restored.status, restored.title, restored.category, restored.rank, restored.insight_count],
    ['active', 'Back', 'BUGS_AND_ERRORS', null, 0],
  )
  assert.equal(await status('DELETE'), 'archived')
})

test('every filter works, and every order pages through each opportunity once', async () => {
  const gold = await client.segment('Gold')
  const initiative = await client.initiative()
  const strong = await createInsights(4, { occurred_at: daysAgo(1) })
  const a = await client.opportunity({ title: 'Alpha 50%', insight_ids: strong, segment_ids: [gold] })
  const b = await client.opportunity({ title: 'Beta', summary: 'a needle', category: 'BUGS_AND_ERRORS' })
  const c = await client.opportunity({ title: 'Gamma', problem_statement: 'needles', insight_ids: strong.slice(0, 1) })
  const d = await client.opportunity({ title: 'Delta', category: 'FEATURE_REQUESTS' })
  const e = await client.opportunity({ title: 'Epsilon' })
  await client.call('DELETE', `/opportunities/${e.id}`)
  await client.call('POST', `/initiatives/${initiative.id}/opportunities`, { opportunity_ids: [c.id] })
  // Without evidence b and d have no rank.
  const all = [a, c, b, d]
  const table: [Record<string, string>, Body[]][] = [
    [{}, all],
    [{ status: 'archived' }, [e]],
    [{ status: 'active,archived' }, [...all, e]],
    [{ category: 'PAIN_POINTS' }, [a, c]],
    [{ category: 'BUGS_AND_ERRORS,FEATURE_REQUESTS' }, [b, d]],
    [{ segment_id: gold }, [a]],
    [{ segment_id: newId() }, []],
    [{ initiative_id: initiative.id }, [c]],
    [{ origin: 'manual' }, all],
    [{ origin: 'pipeline,competitor' }, []],
    [{ trend: 'rising' }, [a]],
    [{ trend: 'flat,falling' }, [c, b, d]],
    [{ q: 'NEEDLE' }, [c, b]],
    [{ q: '50%' }, [a]],
    [{ min_impact: '0' }, all],
    [{ min_impact: '0.1' }, [a, c]],
    [{ min_impact: String((await client.read(`/opportunities/${a.id}`)).impact_score) }, [a]],
    [{ sort: '-created_at' }, [d, c, b, a]],
    [{ sort: '-insight_count' }, [a, c, d, b]],
    [{ sort: '-impact_score' }, [a, c, d, b]],
    [{ sort: '-contact_count' }, [d, c, b, a]],
  ]
  for (const [query, expected] of table)
    assert.deepEqual(
      idsOf(await client.read('/opportunities', query)),
      expected.map((o) => o.id),
      JSON.stringify(query),
    )
  for (const sort of ['rank', '-impact_score', '-insight_count', '-contact_count', '-critical_count', '-created_at']) {
    const query = { sort, status: 'active,archived' }
    const pagedIds: string[] = []
    for await (const page of readPages((cursor) => client.read('/opportunities', { ...query, limit: '1', ...cursor })))
      pagedIds.push(...idsOf(page))
    assert.deepEqual(pagedIds, idsOf(await client.read('/opportunities', query)), sort)
    assert.equal(pagedIds.length, 5)
  }
  for (const [query, field] of [
    [{ category: 'DELIGHTS' }, 'category'],
    [{ min_impact: '101' }, 'min_impact'],
    [{ sort: 'title' }, 'sort'],
    [{ trend: 'up' }, 'trend'],
  ] as [Record<string, string>, string][])
    assert.match(pathOf(await client.call('GET', '/opportunities', undefined, query))!, new RegExp(`^query\\.${field}`))
})

test('one unknown reference rejects the whole write', async () => {
  const created = await client.opportunity()
  const existing = (await client.insight()).id
  for (const [field, value] of [
    ['insight_ids', [existing, newId()]],
    ['segment_ids', [newId()]],
    ['owner_id', (await app.org()).admin.userId],
  ] as const) {
    const reply = await client.call('POST', '/opportunities', { title: 'x', category: 'PAIN_POINTS', [field]: value })
    assert.deepEqual([reply.status, pathOf(reply)], [400, `body.${field}`])
  }
  assert.equal(
    pathOf(await client.call('POST', `/opportunities/${created.id}/insights`, { insight_ids: [existing, newId()] })),
    'body.insight_ids',
  )
  assert.equal(
    pathOf(
      await client.call('PATCH', `/opportunities/${created.id}`, {
        title: 'x',
        owner_id: (await app.org()).admin.userId,
      }),
    ),
    'body.owner_id',
  )
  assert.deepEqual(
    (await client.read('/opportunities')).data.map((o: Body) => [o.id, o.title, o.insight_count]),
    [[created.id, created.title, 0]],
  )
})

test('contacts by insight count, timeline, segments and subthemes are computed from live evidence', async () => {
  const [ana, ben] = [await client.contact('ana'), await client.contact('ben')]
  const one = { contact_id: ana, occurred_at: '2026-01-15T12:00:00Z' }
  const insight_ids = [
    ...(await createInsights(2, one)),
    ...(await createInsights(1, { contact_id: ben, sentiment: 'POSITIVE', occurred_at: '2026-03-31T23:59:59Z' })),
    ...(await createInsights(1, { sentiment: 'NEUTRAL', occurred_at: '2026-03-01T00:00:00Z' })),
  ]
  const dismissed = (await client.insight({ contact_id: ben })).id
  const { id } = await client.opportunity({ insight_ids: [...insight_ids, dismissed] })
  await client.call('PATCH', `/insights/${dismissed}`, { status: 'dismissed' })
  const contacts = (await client.read(`/opportunities/${id}/contacts`)).data
  assert.deepEqual(
    contacts.map((c: Body) => [c.id, c.name, c.email, c.insight_count, c.last_insight_at]),
    [
      [ana, 'ana', 'ana@example.com', 2, '2026-01-15T12:00:00.000Z'],
      [ben, 'ben', 'ben@example.com', 1, '2026-03-31T23:59:59.000Z'],
    ],
  )
  assert.deepEqual(contacts[1].sentiment_breakdown, { positive: 1, negative: 0, neutral: 0 })
  const first = await client.read(`/opportunities/${id}/contacts`, { limit: '1' })
  assert.deepEqual(
    idsOf(await client.read(`/opportunities/${id}/contacts`, { limit: '1', cursor: first.pagination.next_cursor })),
    [ben],
  )
  const months = [
    ['2026-01', 0, 2, 0],
    ['2026-02', 0, 0, 0],
    ['2026-03', 1, 0, 1],
  ]
  const detail = await client.read(`/opportunities/${id}`)
  assert.deepEqual(
    detail.monthly_sentiment.map((m: Body) => [m.month, m.positive, m.negative, m.neutral]),
    months,
  )
  const timeline = async (query: Record<string, string> = {}) =>
    (await client.read(`/opportunities/${id}/timeline`, query)).data.map((b: Body) => [
      b.period,
      b.positive,
      b.negative,
      b.neutral,
    ])
  assert.deepEqual(
    await timeline(),
    months.map(([month, ...counts]) => [`${month}-01`, ...counts]),
  )
  assert.deepEqual(await timeline({ from: '2026-03-01', to: '2026-03-02', granularity: 'day' }), [
    ['2026-03-01', 0, 0, 1],
  ])
  assert.deepEqual(
    [detail.first_seen_at, detail.last_evidence_at, detail.contact_count],
    ['2026-01-15T12:00:00.000Z', '2026-03-31T23:59:59.000Z', 2],
  )
  const theme = (await client.call('POST', '/themes', { name: 'Export' })).body
  for (const [name, count] of [
    ['small', 1],
    ['large', 9],
  ] as const) {
    const subtheme = newId()
    await app.store.run(
      sql`insert into subtheme (org_id, id, theme_id, name, insight_count)
        values (${org.id}, ${subtheme}, ${theme.id}, ${name}, ${count})`,
    )
    await app.store.run(
      sql`insert into opportunity_subtheme (org_id, opportunity_id, subtheme_id)
        values (${org.id}, ${id}, ${subtheme})`,
    )
  }
  const { data } = await client.read(`/opportunities/${id}/subthemes`)
  assert.deepEqual(
    data.map((s: Body) => [s.name, s.insight_count]),
    [
      ['large', 9],
      ['small', 1],
    ],
  )
  assert.deepEqual((await client.read(`/opportunities/${id}`)).subthemes, data)
})

test('an opportunity lists its Projects without archived ones', async () => {
  const { id } = await client.opportunity()
  const [a, b, c] = [
    await client.project('a', { opportunity: id }),
    await client.project('b', { opportunity: id }),
    await client.project('c', { opportunity: id }),
  ]
  await client.archiveProject(b)
  const detail = await client.read(`/opportunities/${id}`)
  assert.deepEqual(
    [detail.project_ids, detail.projects],
    [
      [c, a],
      [
        { id: c, title: 'c', status: 'not_started' },
        { id: a, title: 'a', status: 'not_started' },
      ],
    ],
  )
  assert.deepEqual((await client.read('/opportunities')).data[0].project_ids, [c, a])
  const first = await client.read(`/opportunities/${id}/projects`, { limit: '1' })
  assert.deepEqual(
    [
      ...first.data,
      ...(await client.read(`/opportunities/${id}/projects`, { limit: '1', cursor: first.pagination.next_cursor }))
        .data,
    ],
    detail.projects,
  )
})

test('brief and narrative consist of figures and quotes and are deterministic', async () => {
  const theme = (await client.call('POST', '/themes', { name: 'Export' })).body
  const gold = await client.segment('Gold')
  const ana = await client.contact('Ana')
  const common = { theme_ids: [theme.id], segment_ids: [gold], contact_id: ana, occurred_at: '2026-05-02T10:00:00Z' }
  const a = await client.insight({ ...common, quote: 'It just spins.' })
  const b = await client.insight({
    ...common,
    sentiment: 'POSITIVE',
    quote: 'Lovely otherwise.',
    occurred_at: '2026-05-03T10:00:00Z',
  })
  const { id } = await client.opportunity({ insight_ids: [a.id, b.id] })
  const detail = await client.read(`/opportunities/${id}`)
  assert.match(
    detail.brief,
    new RegExp(
      String.raw`^2 insights \(1 known contact\) between May 2 and May 3, 2026: 1 negative and 1 positive\. ` +
        String.raw`None in the last 60 days\. It ranks #1 among pain points with an impact of [\d.]+ of 100, ` +
        String.raw`mostly from volume and reach\. Ana said: “It just spins\.”$`,
    ),
  )
  const blocks = Object.fromEntries(detail.narrative.map((block: Body) => [block.type, block]))
  assert.deepEqual(Object.keys(blocks), ['summary', 'key_points', 'quotes', 'sources', 'timeline', 'segments'])
  const points = [{ text: 'Both insights are about “Export”.', insight_ids: [b.id, a.id] }]
  assert.deepEqual(blocks.key_points.items, points)
  assert.deepEqual(
    blocks.quotes.items.map((q: Body) => [q.text, q.insight_id, q.contact_name, q.sentiment]),
    [
      ['It just spins.', a.id, 'Ana', 'NEGATIVE'],
      ['Lovely otherwise.', b.id, 'Ana', 'POSITIVE'],
    ],
  )
  assert.deepEqual(blocks.timeline.items, [{ period: '2026-05', positive: 1, negative: 1, neutral: 0 }])
  assert.deepEqual(blocks.segments.items, [{ segment_id: gold, name: 'Gold', count: 2 }])
  assert.deepEqual(await client.read(`/opportunities/${id}`), detail)
  const [quote] = (await client.read(`/insights/${a.id}/quotes`)).data
  await client.call('PATCH', `/insights/${a.id}/quotes/${quote.id}`, { redacted: true })
  const redacted = await client.read(`/opportunities/${id}`)
  await app.store.run(sql`update theme set is_catch_all = true where org_id = ${org.id} and id = ${theme.id}`)
  const inCatchAll = await client.read(`/opportunities/${id}`)
  assert.ok(!JSON.stringify([inCatchAll.brief, inCatchAll.narrative]).includes('about'))
  assert.ok(!JSON.stringify(redacted).includes('spins') && redacted.brief.endsWith('Ana said: “Lovely otherwise.”'))
  assert.equal((await client.opportunity({ title: 'empty' })).brief, 'No insights support this yet.')
})

test('the insights of an opportunity carry their reason', async () => {
  const { id } = await client.opportunity()
  const [a, b] = [await client.insight(), await client.insight({ sentiment: 'POSITIVE' })]
  assert.deepEqual(
    (await client.call('POST', `/opportunities/${id}/insights`, { insight_ids: [a.id, b.id], reason: 'why' })).body,
    { linked: 2, already_linked: 0 },
  )
  assert.deepEqual((await client.call('POST', `/opportunities/${id}/insights`, { insight_ids: [a.id] })).body, {
    linked: 0,
    already_linked: 1,
  })
  assert.deepEqual(
    (await client.read(`/opportunities/${id}/insights`)).data.map((i: Body) => [i.id, i.reason, i.added_by]),
    [
      [b.id, 'why', org.admin.userId],
      [a.id, 'why', org.admin.userId],
    ],
  )
  assert.deepEqual(idsOf(await client.read(`/opportunities/${id}/insights`, { sentiment: 'POSITIVE' })), [b.id])
  assert.deepEqual(idsOf(await client.read('/insights', { opportunity_id: id })), [b.id, a.id])
  assert.deepEqual((await client.read(`/insights/${a.id}`)).evidence_of.opportunity_ids, [id])
  for (let i = 0; i < 2; i++)
    assert.deepEqual((await client.call('DELETE', `/opportunities/${id}/insights/${a.id}`)).body, {
      opportunity_id: id,
      insight_id: a.id,
      linked: false,
    })
  assert.equal((await client.read(`/opportunities/${id}`)).insight_count, 1)
})
