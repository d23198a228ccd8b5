import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { reportToParent, serverOptions } from './child-process.ts'

/*
 * What a team would write with a common web framework and an object-relational mapper: Express and Sequelize, models
 * with associations, no raw SQL. Both packages are taken from the folder of EARSHOT_BENCH_PEERS, because Earshot does
 * not depend on them. Reads of insights only.
 */

const require = createRequire(join(process.env.EARSHOT_BENCH_PEERS!, 'package.json'))
const express = require('express')
const { DataTypes, Op, Sequelize } = require('sequelize')

const { dataset, poolSize } = serverOptions()
const { host, port, user, password, database } = dataset.connection
const sequelize = new Sequelize(database, user, password ?? '', {
  dialect: 'postgres',
  host,
  port,
  logging: false,
  pool: { max: poolSize },
})

type Fields = Record<string, any>
const { UUID, TEXT, BOOLEAN, DATE, DATEONLY, ARRAY, INTEGER, FLOAT, BLOB } = DataTypes
const model = (table: string, fields: Fields, keys: string[]) =>
  sequelize.define(
    table,
    Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type, primaryKey: keys.includes(name) }])),
    { tableName: table, timestamps: false },
  )

const ApiKey = model(
  'api_key',
  { id: UUID, org_id: TEXT, user_id: TEXT, hash: BLOB, revoked_at: DATE, expires_at: DATE, can_read: BOOLEAN },
  ['id'],
)
const Organization = model('organization', { id: TEXT, api_enabled: BOOLEAN, api_read: BOOLEAN }, ['id'])
const Membership = model('membership', { id: TEXT, org_id: TEXT, user_id: TEXT, status: TEXT }, ['id'])
const Theme = model('theme', { org_id: TEXT, id: UUID, name: TEXT, color: TEXT, archived_at: DATE }, ['id'])
const Contact = model('contact', { org_id: TEXT, id: UUID, name: TEXT, email: TEXT }, ['id'])
const texts = ['feedback_id', 'contact_id', 'user_email', 'user_name', 'description', 'analysis_version', 'origin']
const moreTexts = ['status', 'source', 'source_type', 'source_url', 'language', 'superseded_by_id']
const ofType = (names: readonly string[], type: unknown) => Object.fromEntries(names.map((name) => [name, type]))
const insightTexts = ofType([...texts, ...moreTexts, 'name', 'sentiment', 'category', 'quote'], TEXT)
const Insight = model(
  'insight',
  {
    org_id: TEXT,
    id: UUID,
    ...insightTexts,
    interview_date: DATEONLY,
    confidence: FLOAT,
    segment_ids: ARRAY(UUID),
    tags: ARRAY(TEXT),
    theme_ids: ARRAY(UUID),
    edited_by_human: BOOLEAN,
    live: BOOLEAN,
    ...ofType(['occurred_at', 'created_at', 'updated_at', 'deleted_at'], DATE),
  },
  ['id'],
)
const InsightTheme = model('insight_theme', { org_id: TEXT, theme_id: UUID, insight_id: UUID }, [
  'theme_id',
  'insight_id',
])
const Quote = model(
  'quote',
  {
    org_id: TEXT,
    ...ofType(['id', 'insight_id', 'feedback_id'], UUID),
    ...ofType(['text', 'speaker'], TEXT),
    ...ofType(['start_offset', 'end_offset'], INTEGER),
    ...ofType(['verified', 'is_representative', 'redacted'], BOOLEAN),
    created_at: DATE,
  },
  ['id'],
)
const WrittenText = model('language_model_text', { org_id: TEXT, kind: TEXT, resource_id: UUID, model: TEXT }, [
  'resource_id',
])
const kinds = ['project', 'initiative', 'opportunity']
const evidence = kinds.map((kind) => {
  const column = `${kind}_id`
  return { column, links: model(`${kind}_insight`, { org_id: TEXT, [column]: UUID, insight_id: UUID }, [column]) }
})
Insight.belongsToMany(Theme, { through: InsightTheme, foreignKey: 'insight_id', otherKey: 'theme_id', as: 'themes' })
Insight.belongsTo(Contact, { foreignKey: 'contact_id', as: 'contact', constraints: false })
Insight.hasMany(Quote, { foreignKey: 'insight_id', as: 'quotes' })

async function authenticate(request: any, response: any, next: (error?: unknown) => void) {
  const hash = createHash('sha256').update(request.headers.authorization.slice(7)).digest()
  const key = await ApiKey.findOne({ where: { hash, revoked_at: null, can_read: true } })
  if (!key || (key.expires_at && key.expires_at < new Date())) return response.status(401).json({ error: 'key' })
  const organization = await Organization.findByPk(key.org_id)
  const where = { org_id: key.org_id, user_id: key.user_id, status: 'active' }
  const member = await Membership.findOne({ where })
  if (!organization?.api_enabled || !organization.api_read || !member)
    return response.status(403).json({ error: 'access' })
  request.org = key.org_id
  next()
}

const presentInsight = (insight: any) => ({
  ...pick(insight, ['id', 'name', 'sentiment', 'category', 'quote', 'created_at', 'updated_at']),
  themes: insight.theme_ids.flatMap((id: string) => {
    const theme = insight.themes.find((each: any) => each.id === id && !each.archived_at)
    return theme ? [pick(theme, ['id', 'name', 'color'])] : []
  }),
})
const pick = (row: any, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]))

const app = express()
app.use(authenticate)
app.get('/api/v1/insights', async (request: any, response: any) => {
  const limit = Number(request.query.limit)
  const rows = await Insight.findAll({
    where: { org_id: request.org, live: true },
    include: [{ model: Theme, as: 'themes', where: { org_id: request.org }, required: false }],
    order: [['id', 'DESC']],
    limit: limit + 1,
  })
  const has_more = rows.length > limit
  const data = rows.slice(0, limit).map(presentInsight)
  response.json({ data, pagination: { next_cursor: has_more ? data.at(-1)!.id : null, has_more } })
})

const detailNames = [...texts, ...moreTexts, 'interview_date', 'confidence', 'segment_ids', 'tags', 'occurred_at']
const quoteNames = ['id', 'insight_id', 'feedback_id', 'speaker', 'verified', 'is_representative', 'redacted']

app.get('/api/v1/insights/:id', async (request: any, response: any) => {
  const [org_id, id] = [request.org, request.params.id]
  const include = [
    { model: Theme, as: 'themes' },
    { model: Contact, as: 'contact' },
    { model: Quote, as: 'quotes' },
  ]
  const insight = await Insight.findOne({ where: { org_id, id, deleted_at: { [Op.is]: null } }, include })
  if (!insight) return response.status(404).json({ error: 'insight' })
  const written = await WrittenText.findOne({ where: { org_id, kind: 'insight', resource_id: id } })
  const links = await Promise.all(evidence.map((each) => each.links.findAll({ where: { org_id, insight_id: id } })))
  response.json({
    ...presentInsight(insight),
    ...pick(insight, detailNames),
    edited_by_human: insight.edited_by_human,
    user_email: insight.user_email ?? insight.contact?.email ?? null,
    user_name: insight.user_name ?? insight.contact?.name ?? null,
    language_model: insight.edited_by_human ? null : (written?.model ?? null),
    quotes: insight.quotes.map((quote: any) => ({
      ...pick(quote, [...quoteNames, 'created_at']),
      text: quote.redacted ? '[redacted]' : quote.text,
      start: quote.start_offset,
      end: quote.end_offset,
    })),
    evidence_of: Object.fromEntries(
      evidence.map(({ column }, n) => [`${column}s`, links[n]!.map((link: any) => link[column])]),
    ),
  })
})

await sequelize.authenticate()
const server = app.listen(0, '127.0.0.1', () =>
  reportToParent(`http://127.0.0.1:${server.address().port}`, async () => {
    server.close()
    await sequelize.close()
  }),
)
