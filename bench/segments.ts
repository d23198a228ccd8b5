import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SegmentRules } from '#contract/resources/segment-rules.ts'
import { createOrganization } from '#domain/organizations/queries.ts'
import { previewRules } from '#domain/findings/segments/queries-preview.ts'
import { insertSegment, segmentRows } from '#domain/findings/segments/queries.ts'
import { evaluateContacts, reevaluateContacts } from '#domain/segmentation/evaluate.ts'
import {
  type SegmentWithRules,
  listActiveSegments,
  chunkSize,
  listContactIdsAfter,
} from '#domain/segmentation/queries.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { newId } from '#store/ids.ts'
import { rowPage } from '#store/lists/row-list.ts'
import { migrate } from '#store/migrate.ts'
import { type Db, openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* node bench/segments.ts [contacts]: time and statement count to evaluate twenty segments for all contacts. */

/** No page is read after the first. */
const cursors = { read: () => [], write: () => '' }
const contacts = Number(process.argv[2] ?? 100_000)
const matchAll = { match: 'all' } as const
const rules: SegmentRules[] = [
  ...['free', 'team', 'scale', 'enterprise'].map((value): SegmentRules => ({
    conditions: [{ field: 'plan', op: 'eq', value }],
  })),
  ...['DE', 'FR', 'US', 'BR'].map((value): SegmentRules => ({ conditions: [{ field: 'country', op: 'eq', value }] })),
  { conditions: [{ field: 'email_domain', op: 'in', value: ['c1.example', 'c2.example', 'c3.example'] }] },
  { conditions: [{ field: 'company_name', op: 'contains', value: 'pany 7' }] },
  { conditions: [{ field: 'attribute', key: 'mrr', op: 'gte', value: 500 }] },
  { conditions: [{ field: 'attribute', key: 'since', op: 'before', value: '2025-01-01' }] },
  { conditions: [{ field: 'tag', op: 'eq', value: 'beta' }] },
  { conditions: [{ field: 'nps_type', op: 'eq', value: 'promoter' }] },
  { conditions: [{ field: 'feedback_count', op: 'gte', value: 3 }] },
  { conditions: [{ field: 'last_feedback_at', op: 'within_days', value: 30 }] },
  { conditions: [{ field: 'integration_source', op: 'eq', value: 'slack' }] },
  { conditions: [{ field: 'integration_tag', op: 'eq', value: 'urgent' }] },
  {
    ...matchAll,
    conditions: [
      { field: 'plan', op: 'in', value: ['scale', 'enterprise'] },
      {
        conditions: [
          { field: 'country', op: 'eq', value: 'DE' },
          { field: 'nps_type', op: 'eq', value: 'detractor' },
        ],
      },
    ],
  },
  {
    ...matchAll,
    conditions: [
      { field: 'slack_channel', op: 'eq', value: 'c3' },
      { field: 'email_domain', op: 'ends_with', value: '.example' },
    ],
  },
]

const insertContacts = (store: Store, org: string) =>
  store.run(sql`
  insert into contact (org_id, id, name, email, company, country, attributes, tags, nps_score, nps_at)
  select ${org}, ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Person ' || n,
    n || '@c' || n % 5000 || '.example',
    jsonb_build_object(
      'name', 'Company ' || n % 5000,
      'plan', (array['free', 'team', 'scale', 'enterprise'])[1 + n % 4]
    ),
    (array['DE', 'FR', 'US', 'BR', 'JP'])[1 + n % 5],
    jsonb_build_object('mrr', n % 1000, 'since', (date '2023-01-01' + n % 1000)::text),
    case when n % 10 = 0 then array['beta'] else '{}' end,
    case when n % 3 = 0 then n % 11 end, case when n % 3 = 0 then now() end
  from generate_series(1, ${contacts}::integer) n`)

const insertFeedback = (store: Store, org: string) =>
  store.run(sql`
  insert into feedback (org_id, id, source, content, contact_id, tags, metadata, occurred_at)
  select ${org}, ('018f0000-0001-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
    (array['slack', 'zendesk', 'api'])[1 + n % 3], 'The export spins',
    ('018f0000-0000-7000-8000-' || lpad(to_hex(1 + (n::bigint * 7919) % ${contacts}::integer), 12, '0'))::uuid,
    case when n % 8 = 0 then array['urgent'] else '{}' end,
    jsonb_build_object('channel', 'C' || n % 9), now() - make_interval(days => n % 400)
  from generate_series(1, ${2 * contacts}::integer) n`)

const insertInsights = (store: Store, org: string) =>
  store.run(sql`
  insert into insight (org_id, id, name, sentiment, category, contact_id)
  select ${org}, ('018f0000-0002-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Found', 'NEUTRAL', 'PAIN_POINTS',
    ('018f0000-0000-7000-8000-' || lpad(to_hex(1 + (n::bigint * 7919) % ${contacts}::integer), 12, '0'))::uuid
  from generate_series(1, ${contacts}::integer) n`)

const timed = async <T>(work: () => Promise<T>): Promise<[number, T]> => {
  const begin = performance.now()
  const result = await work()
  return [performance.now() - begin, result]
}
const report = (what: string, ms: number, more = '') =>
  console.log(`${what.padEnd(58)} ${ms.toFixed(0).padStart(7)} ms  ${more}`)

/** Counts the statements sent through a connection. */
function countStatements(db: Db): Db & { sent: number } {
  const counted = {
    sent: 0,
    rows: <Row>(query: Parameters<Db['rows']>[0]) => (counted.sent++, db.rows<Row>(query)),
    first: <Row>(query: Parameters<Db['rows']>[0]) => (counted.sent++, db.first<Row>(query)),
    run: (query: Parameters<Db['rows']>[0]) => (counted.sent++, db.run(query)),
    isDistributed: () => db.isDistributed(),
  }
  return counted
}

async function evaluateAll(store: Store, org: string, segments: readonly SegmentWithRules[]) {
  let [moved, statements, slowest] = [0, 0, 0]
  for (
    let ids = await listContactIdsAfter(store, org, null);
    ids.length > 0;
    ids = await listContactIdsAfter(store, org, ids.at(-1)!)
  ) {
    const [ms, result] = await timed(() =>
      store.transaction(async (tx) => {
        const db = countStatements(tx)
        return { changed: await reevaluateContacts(db, org, segments, ids), sent: db.sent }
      }),
    )
    moved += result.changed
    statements += result.sent
    slowest = Math.max(slowest, ms)
  }
  return { moved, statements, slowest }
}

async function fillOrganization(store: Store, org: string) {
  await insertContacts(store, org)
  await insertFeedback(store, org)
  await insertInsights(store, org)
  for (const [n, one] of rules.entries())
    await insertSegment(store, org, {
      id: newId(),
      name: `Segment ${n}`,
      description: null,
      color: '#112233',
      rules: one,
      weight: 1,
      ai_classification: false,
    })
  await store.run(sql`analyze`)
}

async function measure(store: Store) {
  const { id: org } = await createOrganization(store, { name: 'Bench' })
  await fillOrganization(store, org)
  const segments = await listActiveSegments(store, org)
  const rows = `${contacts} contacts, ${2 * contacts} feedback items, ${contacts} insights`
  console.log(`${rows}, ${segments.length} segments, ${chunkSize} contacts per chunk\n`)
  for (const round of [
    'all contacts, all segments, first evaluation',
    'all contacts, all segments, second evaluation',
  ]) {
    const [ms, { moved, statements, slowest }] = await timed(() => evaluateAll(store, org, segments))
    report(round, ms, `${moved} moved, ${statements} statements, slowest chunk ${slowest.toFixed(0)} ms`)
  }
  const [one, { statements }] = await timed(() => evaluateAll(store, org, [segments[18]!]))
  report('all contacts, one segment', one, `${statements} statements`)
  const ids = await listContactIdsAfter(store, org, null, 500)
  for (const count of [1, 500]) {
    const [ms, sent] = await timed(() =>
      store.transaction(async (tx) => {
        const db = countStatements(tx)
        await evaluateContacts(db, org, ids.slice(0, count))
        return db.sent
      }),
    )
    report(`${count} changed contact${count > 1 ? 's' : ''}, all segments`, ms, `${sent} statements`)
  }
  for (const n of [8, 14, 18])
    report(`preview of segment ${n}`, (await timed(() => previewRules(store, org, rules[n]!)))[0])
  report(
    'a page of all segments with their counts',
    (await timed(() => rowPage({ db: store, org, cursors }, segmentRows, { limit: 50, include_archived: false })))[0],
  )
}

const folder = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
const server = await startEmbedded({ dataDir: folder })
try {
  await migrate(server.connection)
  const store = openStore({ ...server.connection, max: 2, query_timeout: 600_000, options: '-c timezone=UTC' })
  await measure(store).finally(() => store.close())
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
