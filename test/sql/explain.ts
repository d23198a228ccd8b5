import pg from 'pg'
import { readCaptured } from './captured.ts'
import { exceptionFor } from './exceptions.ts'

/*
 * CITUS_URL=… node test/sql/explain.ts FILE…: explains captured statements on a distributed database and prints those
 * that are refused or go to more than one shard. Nothing is executed.
 */

const client = new pg.Client(process.env.CITUS_URL)
await client.connect()
const counts: Record<Outcome['kind'], number> = { 'one shard': 0, 'many shards': 0, refused: 0, 'no shard': 0 }
for (const statement of readCaptured(process.argv.slice(2))) {
  if (!/^(select|insert|update|delete|with)\b/i.test(statement.text) || /\bqueue\./.test(statement.text)) continue
  const { kind, detail } = await explain(statement.text)
  const isExpected = kind === 'one shard' || kind === 'no shard' || (kind === 'many shards' && exceptionFor(statement))
  counts[kind]++
  if (!isExpected) console.log(`${kind}: ${statement.file}: ${detail}\n    ${statement.text}`)
}
console.log(counts)
await client.end()

type Outcome = { kind: 'one shard' | 'many shards' | 'refused' | 'no shard'; detail: string }

async function explain(text: string): Promise<Outcome> {
  await client.query('begin')
  try {
    await client.query(`prepare explained as ${text}`)
    const { rows } = await client.query<{ types: string[] }>(
      `select parameter_types::text[] as types from pg_prepared_statements where name = 'explained'`,
    )
    const { types } = rows[0]!
    // Citus cannot explain the execution of a prepared INSERT … SELECT, although it can execute it.
    const inlined = text.replace(/\$(\d+)/g, (_, number: string) => sampleOf(types[Number(number) - 1]!))
    const plan = await client.query(`explain (costs off) ${inlined}`)
    const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']!)
    const tasks = lines.flatMap((line) => /Task Count: (\d+)/.exec(line)?.[1] ?? []).map(Number)
    const most = Math.max(...tasks, 0)
    if (most > 1) return { kind: 'many shards', detail: `${most} tasks` }
    return { kind: most === 1 ? 'one shard' : 'no shard', detail: '' }
  } catch (error) {
    return { kind: 'refused', detail: (error as Error).message }
  } finally {
    await client.query('rollback')
    await client.query('deallocate all')
  }
}

/** A value of the type; every text is the same organization. */
function sampleOf(type: string): string {
  if (type.endsWith('[]')) return `'{}'::${type}`
  const samples: Record<string, string> = {
    text: `'org'`,
    uuid: `'00000000-0000-7000-8000-000000000000'`,
    json: `'{}'`,
    jsonb: `'{}'`,
    boolean: 'true',
    bytea: `'\\x00'`,
    interval: `'1 day'`,
    date: `'2026-01-01'`,
    xid8: `'1'`,
    'timestamp with time zone': `'2026-01-01'`,
    'timestamp without time zone': `'2026-01-01'`,
  }
  return `${samples[type] ?? '1'}::${type}`
}
