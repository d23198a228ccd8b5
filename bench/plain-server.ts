import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { newId } from '#store/ids.ts'
import { order, serve } from './served.ts'

/* What one writes first: Fastify, pg, a join per row, rows mapped to objects with dates in them. */

const { world, poolSize } = order()
const pool = new pg.Pool({ ...world.connection, max: poolSize })
const app = Fastify()

type Row = Record<string, unknown>
const rowsOf = async (db: pg.Pool | pg.PoolClient, text: string, values: unknown[]) =>
  (await db.query<Row>(text, values)).rows

async function organizationOf(request: FastifyRequest): Promise<string> {
  const hash = createHash('sha256').update(request.headers.authorization!.slice(7)).digest()
  const [key] = await rowsOf(
    pool,
    `
    select k.org_id from api_key k join organization o on o.id = k.org_id join membership m on m.org_id = k.org_id and m.user_id = k.user_id
    where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now()) and o.api_enabled and m.status = 'active'`,
    [hash],
  )
  if (!key) throw Object.assign(new Error('invalid key'), { statusCode: 401 })
  return key.org_id as string
}

const shown = (row: Row) => ({
  id: row.id,
  name: row.name,
  sentiment: row.sentiment,
  category: row.category,
  quote: row.quote,
  created_at: row.created_at,
  updated_at: row.updated_at,
  themes: row.themes,
})

const themesOf = `
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by array_position(i.theme_ids, t.id)), '[]') as themes
  from insight_theme l join theme t on t.org_id = l.org_id and t.id = l.theme_id
  where l.org_id = i.org_id and l.insight_id = i.id and t.archived_at is null`

app.get('/api/v1/insights', async (request) => {
  const org = await organizationOf(request)
  const limit = Number((request.query as Row).limit)
  const rows = await rowsOf(
    pool,
    `
    select i.*, t.themes from insight i left join lateral (${themesOf}) t on true where i.org_id = $1 and i.live order by i.id desc limit $2`,
    [org, limit + 1],
  )
  return {
    data: rows.slice(0, limit).map(shown),
    pagination: { next_cursor: rows.length > limit ? rows[limit - 1]!.id : null, has_more: rows.length > limit },
  }
})

async function detail(db: pg.Pool | pg.PoolClient, org: string, id: string) {
  const [row] = await rowsOf(
    db,
    `select i.*, t.themes from insight i left join lateral (${themesOf}) t on true where i.org_id = $1 and i.id = $2 and i.deleted_at is null`,
    [org, id],
  )
  if (!row) throw Object.assign(new Error('not found'), { statusCode: 404 })
  const [contact] = row.contact_id
    ? await rowsOf(db, 'select name, email from contact where org_id = $1 and id = $2', [org, row.contact_id])
    : []
  const quotes = await rowsOf(db, 'select * from quote where org_id = $1 and insight_id = $2 order by id', [org, id])
  const projects = await rowsOf(
    db,
    'select project_id as id from project_insight where org_id = $1 and insight_id = $2',
    [org, id],
  )
  const initiatives = await rowsOf(
    db,
    'select initiative_id as id from initiative_insight where org_id = $1 and insight_id = $2',
    [org, id],
  )
  const opportunities = await rowsOf(
    db,
    'select opportunity_id as id from opportunity_insight where org_id = $1 and insight_id = $2',
    [org, id],
  )
  const idsOf = (rows: Row[]) => rows.map((each) => each.id)
  return {
    ...shown(row),
    quotes: quotes.map((q) => ({
      id: q.id,
      insight_id: q.insight_id,
      text: q.redacted ? '[redacted]' : q.text,
      feedback_id: q.feedback_id,
      start: q.start_at,
      end: q.end_at,
      speaker: q.speaker,
      verified: q.verified,
      is_representative: q.is_representative,
      redacted: q.redacted,
      created_at: q.created_at,
    })),
    feedback_id: row.feedback_id,
    contact_id: row.contact_id,
    user_email: row.user_email ?? contact?.email ?? null,
    user_name: row.user_name ?? contact?.name ?? null,
    interview_date: row.interview_date,
    description: row.description,
    confidence: row.confidence,
    origin: row.origin,
    status: row.status,
    source: row.source,
    source_type: row.source_type,
    source_url: row.source_url,
    segment_ids: row.segment_ids,
    language: row.language,
    tags: row.tags,
    superseded_by_id: row.superseded_by_id,
    edited_by_human: row.edited_by_human,
    occurred_at: row.occurred_at,
    evidence_of: {
      project_ids: idsOf(projects),
      initiative_ids: idsOf(initiatives),
      opportunity_ids: idsOf(opportunities),
    },
  }
}

app.get('/api/v1/insights/:id', async (request) =>
  detail(pool, await organizationOf(request), (request.params as { id: string }).id),
)

type Given = { name: string; sentiment: string; category: string; quote: string; theme_ids: string[] }

async function create(db: pg.PoolClient, org: string, given: Given) {
  const id = newId()
  const known = await rowsOf(
    db,
    'select id from theme where org_id = $1 and id = any($2::uuid[]) and archived_at is null',
    [org, given.theme_ids],
  )
  if (known.length !== given.theme_ids.length) throw Object.assign(new Error('unknown theme'), { statusCode: 422 })
  await db.query(
    'insert into insight (org_id, id, name, sentiment, category, quote, theme_ids) values ($1, $2, $3, $4, $5, $6, $7)',
    [org, id, given.name, given.sentiment, given.category, given.quote, given.theme_ids],
  )
  for (const theme of given.theme_ids) {
    await db.query('insert into insight_theme (org_id, theme_id, insight_id) values ($1, $2, $3)', [org, theme, id])
    await db.query('update theme set insight_count = insight_count + 1 where org_id = $1 and id = $2', [org, theme])
  }
  await db.query(
    'insert into quote (org_id, id, insight_id, text, verified, is_representative) values ($1, $2, $3, $4, false, true)',
    [org, randomUUID(), id, given.quote],
  )
  return detail(db, org, id)
}

app.post('/api/v1/insights', async (request, reply) => {
  const org = await organizationOf(request)
  const key = request.headers['idempotency-key'] as string
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [lock] = await rowsOf(client, 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as got', [
      `${org}/${key}`,
    ])
    if (!lock!.got) throw Object.assign(new Error('still running'), { statusCode: 409 })
    const [stored] = await rowsOf(client, 'select status, body from idempotency where org_id = $1 and key = $2', [
      org,
      key,
    ])
    const answer = stored
      ? (JSON.parse(stored.body as string) as object)
      : await create(client, org, request.body as Given)
    if (!stored)
      await client.query(
        'insert into idempotency (org_id, key, fingerprint, status, body) values ($1, $2, $3, 201, $4)',
        [org, key, createHash('sha256').update(JSON.stringify(request.body)).digest(), JSON.stringify(answer)],
      )
    await client.query('commit')
    return reply.code(201).send(answer)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

serve(await app.listen({ host: '127.0.0.1', port: 0 }), async () => {
  await app.close()
  await pool.end()
})
