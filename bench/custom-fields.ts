import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fieldNarrowing } from '#domain/custom-fields/filters.ts'
import { insertField } from '#domain/custom-fields/queries.ts'
import { createOrganization } from '#domain/organizations/queries.ts'
import { contactDocuments } from '#domain/sources/contacts/queries-list.ts'
import { startEmbedded } from '#store/embedded/launch.ts'
import { newId } from '#store/ids.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { migrate } from '#store/migrate.ts'
import { openStore, type Store } from '#store/open.ts'
import { sql } from '#store/sql.ts'

/* node bench/custom-fields.ts [contacts …]: time of the first page of lists by custom fields. */

const sizes = process.argv.slice(2).map(Number)
const cursors = { read: () => [], write: () => '' }
const repeats = 7

const options = ['gold', 'silver', 'rare'].map((key) => ({ key, name: key, archived: false }))
const fields = [
  { key: 'tier', kind: 'select', options },
  { key: 'seats', kind: 'number', options: [] },
  { key: 'due', kind: 'date', options: [] },
  { key: 'note', kind: 'text', options: [] },
] as const

/** Two of three contacts have values; one option, one number and one word are rare. */
const insertContacts = (store: Store, org: string, count: number) =>
  store.run(sql`
    insert into contact (org_id, id, name, custom_fields)
    select ${org}, ('018f0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Person ' || n,
      case when n % 3 = 0 then '{}' else jsonb_build_object(
        'tier', case when n <= 20 then 'rare' else (array['gold', 'silver'])[1 + n % 2] end,
        'seats', case when n <= 20 then 1000000 + n else n % 1000 end,
        'due', (date '2024-01-01' + n % 900)::text,
        'note', case when n <= 20 then 'needle ' else 'hay ' end || n) end
    from generate_series(1, ${count}::integer) n`)

const queries = [
  {},
  { custom_field: ['tier:gold'] },
  { custom_field: ['tier:rare'] },
  { custom_field: ['tier:'] },
  { custom_field: ['seats:1000000..'] },
  { custom_field: ['due:2026-01-01..2026-01-02'] },
  { custom_field: ['note:needle'] },
  { sort_custom_field: '-seats' },
  { sort_custom_field: 'tier' },
  { custom_field: ['tier:rare'], sort_custom_field: '-seats' },
]

async function measure(store: Store, count: number): Promise<number[]> {
  const { id: org } = await createOrganization(store, { name: 'Bench' })
  for (const [n, field] of fields.entries())
    await insertField(store, org, {
      ...field,
      id: newId(),
      object_type: 'contact',
      name: field.key,
      description: null,
      options: [...field.options],
      position: n + 1,
    })
  await insertContacts(store, org, count)
  await store.run(sql`vacuum analyze contact`)
  const times: number[] = []
  for (const given of queries) {
    const runs: number[] = []
    for (let n = 0; n < repeats; n++) {
      const begin = performance.now()
      const ctx = { db: store, org, cursors } as never
      const { query, condition } = await fieldNarrowing(ctx, 'contact', { limit: 50, ...given })
      await documentPage({ db: store, org, cursors }, contactDocuments, query, { condition })
      runs.push(performance.now() - begin)
    }
    times.push(runs.toSorted((a, b) => a - b)[Math.floor(repeats / 2)]!)
  }
  return times
}

async function main() {
  const dataDir = mkdtempSync(join(tmpdir(), 'earshot-bench-'))
  const server = await startEmbedded({ dataDir })
  try {
    await migrate(server.connection)
    const store = openStore({ ...server.connection, max: 2, query_timeout: 600_000, options: '-c timezone=UTC' })
    const columns: number[][] = []
    for (const size of sizes.length ? sizes : [20_000, 200_000]) columns.push(await measure(store, size))
    for (const [n, query] of queries.entries())
      console.log([JSON.stringify(query), ...columns.map((times) => `${times[n]!.toFixed(1)} ms`)].join(' | '))
    await store.close()
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await main()
