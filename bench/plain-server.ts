import { createHash, randomUUID } from 'node:crypto'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { newId } from '#store/ids.ts'
import { reportToParent, serverOptions } from './child-process.ts'

/* A straightforward implementation: Fastify, pg, a lateral join per row, rows mapped to objects with Date values. */

const { dataset, poolSize } = serverOptions()
const pool = new pg.Pool({ ...dataset.connection, max: poolSize })
const app = Fastify()

type Row = Record<string, unknown>
const queryRows = async (db: pg.Pool | pg.PoolClient, text: string, values: unknown[]) =>
  (await db.query<Row>(text, values)).rows

async function authenticate(request: FastifyRequest): Promise<string> {
  const hash = createHash('sha256').update(request.headers.authorization!.slice(7)).digest()
  const [key] = await queryRows(
    pool,
    `
    select k.org_id
    from api_key k
    join organization o on o.id = k.org_id
    join membership m on m.org_id = k.org_id and m.user_id = k.user_id
    where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      and o.api_enabled and m.status = 'active'`,
    [hash],
  )
  if (!key) throw Object.assign(new Error('invalid key'), { statusCode: 401 })
  return key.org_id as string
}

const presentInsight = (row: Row) => ({
  id: row.id,
  name: row.name,
  sentiment: row.sentiment,
  category: row.category,
  quote: row.quote,
  created_at: row.created_at,
  updated_at: row.updated_at,
  themes: row.themes,
})

const selectThemes = `
  select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color)
    order by array_position(i.theme_ids, t.id)), '[]') as themes
  from insight_theme l join theme t on t.org_id = l.org_id and t.id = l.theme_id
  where l.org_id = i.org_id and l.insight_id = i.id and t.archived_at is null`

app.get('/api/v1/insights', async (request) => {
  const org = await authenticate(request)
  const limit = Number((request.query as Row).limit)
  const rows = await queryRows(
    pool,
    `
    select i.*, t.themes from insight i left join lateral (${selectThemes}) t on true
    where i.org_id = $1 and i.live order by i.id desc limit $2`,
    [org, limit + 1],
  )
  return {
    data: rows.slice(0, limit).map(presentInsight),
    pagination: { next_cursor: rows.length > limit ? rows[limit - 1]!.id : null, has_more: rows.length > limit },
  }
})

async function getInsight(db: pg.Pool | pg.PoolClient, org: string, id: string) {
  const [row] = await queryRows(
    db,
    `select i.*, t.themes from insight i left join lateral (${selectThemes}) t on true
     where i.org_id = $1 and i.id = $2 and i.deleted_at is null`,
    [org, id],
  )
  if (!row) throw Object.assign(new Error('not found'), { statusCode: 404 })
  const [contact] = row.contact_id
    ? await queryRows(db, 'select name, email from contact where org_id = $1 and id = $2', [org, row.contact_id])
    : []
  const [written] = await queryRows(
    db,
    `select model from language_model_text where org_id = $1 and kind = 'insight' and resource_id = $2`,
    [org, id],
  )
  const quotes = await queryRows(db, 'select * from quote where org_id = $1 and insight_id = $2 order by id', [org, id])
  return {
    ...presentDetail(row, contact),
    language_model: row.edited_by_human ? null : (written?.model ?? null),
    quotes: quotes.map(presentQuote),
    evidence_of: await evidenceOf(db, org, id),
  }
}

async function evidenceOf(db: pg.Pool | pg.PoolClient, org: string, id: string) {
  const linkedIds = async (kind: 'project' | 'initiative' | 'opportunity') => {
    const text = `select ${kind}_id as id from ${kind}_insight where org_id = $1 and insight_id = $2`
    return (await queryRows(db, text, [org, id])).map((row) => row.id)
  }
  return {
    project_ids: await linkedIds('project'),
    initiative_ids: await linkedIds('initiative'),
    opportunity_ids: await linkedIds('opportunity'),
  }
}

const presentQuote = (q: Row) => ({
  id: q.id,
  insight_id: q.insight_id,
  text: q.redacted ? '[redacted]' : q.text,
  feedback_id: q.feedback_id,
  start: q.start_offset,
  end: q.end_offset,
  speaker: q.speaker,
  verified: q.verified,
  is_representative: q.is_representative,
  redacted: q.redacted,
  created_at: q.created_at,
})

function presentDetail(row: Row, contact: Row | undefined) {
  return {
    ...presentInsight(row),
    feedback_id: row.feedback_id,
    contact_id: row.contact_id,
    user_email: row.user_email ?? contact?.email ?? null,
    user_name: row.user_name ?? contact?.name ?? null,
    interview_date: row.interview_date,
    description: row.description,
    confidence: row.confidence,
    analysis_version: row.analysis_version,
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
  }
}

app.get('/api/v1/insights/:id', async (request) =>
  getInsight(pool, await authenticate(request), (request.params as { id: string }).id),
)

type CreateInsightBody = { name: string; sentiment: string; category: string; quote: string; theme_ids: string[] }

async function createInsight(db: pg.PoolClient, org: string, input: CreateInsightBody) {
  const id = newId()
  const existing = await queryRows(
    db,
    'select id from theme where org_id = $1 and id = any($2::uuid[]) and archived_at is null',
    [org, input.theme_ids],
  )
  if (existing.length !== input.theme_ids.length) throw Object.assign(new Error('unknown theme'), { statusCode: 422 })
  await db.query(
    'insert into insight (org_id, id, name, sentiment, category, quote, theme_ids) values ($1, $2, $3, $4, $5, $6, $7)',
    [org, id, input.name, input.sentiment, input.category, input.quote, input.theme_ids],
  )
  for (const theme of input.theme_ids) {
    await db.query('insert into insight_theme (org_id, theme_id, insight_id) values ($1, $2, $3)', [org, theme, id])
    await db.query('update theme set insight_count = insight_count + 1 where org_id = $1 and id = $2', [org, theme])
  }
  await db.query(
    `insert into quote (org_id, id, insight_id, text, verified, is_representative)
     values ($1, $2, $3, $4, false, true)`,
    [org, randomUUID(), id, input.quote],
  )
  return getInsight(db, org, id)
}

app.post('/api/v1/insights', async (request, reply) => {
  const org = await authenticate(request)
  const key = request.headers['idempotency-key'] as string
  const client = await pool.connect()
  try {
    await client.query('begin')
    const [lock] = await queryRows(client, 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as locked', [
      `${org}/${key}`,
    ])
    if (!lock!.locked) throw Object.assign(new Error('still running'), { statusCode: 409 })
    const [stored] = await queryRows(client, 'select status, body from idempotency where org_id = $1 and key = $2', [
      org,
      key,
    ])
    const response = stored
      ? (JSON.parse(stored.body as string) as object)
      : await createInsight(client, org, request.body as CreateInsightBody)
    if (!stored)
      await client.query(
        'insert into idempotency (org_id, key, fingerprint, status, body) values ($1, $2, $3, 201, $4)',
        [org, key, createHash('sha256').update(JSON.stringify(request.body)).digest(), JSON.stringify(response)],
      )
    await client.query('commit')
    return reply.code(201).send(response)
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

reportToParent(await app.listen({ host: '127.0.0.1', port: 0 }), async () => {
  await app.close()
  await pool.end()
})
