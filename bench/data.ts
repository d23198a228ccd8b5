import pg from 'pg'
import { createUser } from '#domain/identity/queries-users.ts'
import { createKey } from '#domain/access/keys/create.ts'
import { insertMembership } from '#domain/access/members/queries.ts'
import { updateOrganization, createOrganization } from '#domain/organizations/queries.ts'
import type { Settings } from '#domain/context.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'

export const settings: Settings = { region: 'eu', keyPrefix: 'ear', publicUrl: 'http://localhost' }

export type Target = { host: string; port: number; user: string; password?: string; ssl: false }
/** A filled database, with the API key and ids of its largest organization. */
export type Dataset = {
  connection: Target & { database: string }
  rows: number
  org: string
  key: string
  /** More keys of the organization, used in turn: each stays below its rate limit. */
  keys?: string[]
  themeIds: string[]
  insightIds: string[]
  projectIds: string[]
}

const themesPerOrganization = 40
const sampledInsights = 200
const projects = 200
/** `shares` of `fill` add up to this many insights. */
const shareTotal = 20

/** Creates a database with `rows` insights; `shares` says how many of every twenty belong to each organization. */
export async function fill(
  server: Target,
  database: string,
  rows: number,
  shares: readonly number[],
): Promise<Dataset> {
  const connection = { ...server, database }
  await withClient({ ...server, database: 'postgres' }, (client) => client.query(`create database ${database}`))
  await migrate(connection)
  const organizations = await createOrganizations(connection, shares.length)
  const { org, key } = organizations[0]!
  return withClient(connection, async (client) => {
    // Skip foreign key checks: they would dominate the time to fill two million rows.
    await client.query('set session_replication_role = replica')
    const owners = shares.flatMap((share, i) => Array<string>(share).fill(organizations[i]!.org))
    for (const organization of organizations)
      await client.query(insertThemes, [organization.org, themesPerOrganization])
    await withoutIndexes(client, ['insight', 'insight_theme', 'quote'], async () => {
      await client.query(insertInsights, [owners, rows, themesPerOrganization, shareTotal])
      await client.query(insertInsightThemes)
      await client.query(insertQuotes)
      await client.query(countInsights)
    })
    await client.query(insertProjects, [org, projects])
    await client.query(createPages)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return {
      connection,
      rows,
      org,
      key,
      themeIds: await sampleIds(client, 'theme', org, themesPerOrganization),
      insightIds: await sampleIds(client, 'insight', org, sampledInsights),
      projectIds: await sampleIds(client, 'project', org, projects),
    }
  })
}

/** Stores complete responses for the limit server. */
export const storePages = (dataset: Dataset, pages: readonly { key: string; body: string }[]) =>
  withClient(dataset.connection, async (client) => {
    await client.query(
      'insert into bench_page select $1, key, body from unnest($2::text[], $3::text[]) as page (key, body)',
      [dataset.org, pages.map((page) => page.key), pages.map((page) => page.body)],
    )
    await client.query('vacuum analyze bench_page')
  })

async function createOrganizations(
  connection: Dataset['connection'],
  count: number,
): Promise<{ org: string; key: string }[]> {
  const store = openStore({ ...connection, max: 1 })
  try {
    const created: { org: string; key: string }[] = []
    for (let i = 0; i < count; i++) {
      const { id: org } = await createOrganization(store, { name: `Organization ${i}` })
      await updateOrganization(store, org, { api_enabled: true })
      const user = await createUser(store, { email: `admin-${i}@example.com`, name: `Admin ${i}` })
      await insertMembership(store, org, { userId: user.id, role: 'admin' })
      const { key } = await createKey(
        store,
        org,
        { userId: user.id, name: 'bench', scopes: ['read', 'write'] },
        settings,
      )
      created.push({ org, key })
    }
    return created
  } finally {
    await store.close()
  }
}

export async function withClient<T>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Drops the indexes during a bulk insert and rebuilds them afterwards, which is faster. */
async function withoutIndexes(client: pg.Client, tables: readonly string[], work: () => Promise<void>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

/** Ids spread evenly from the oldest to the newest row. */
export async function sampleIds(client: pg.Client, table: string, org: string, count: number): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select min(id::text)::uuid as id
     from (select id, ntile($2::int) over (order by id) as part from ${table} where org_id = $1) parts
     group by part order by 1`,
    [org, count],
  )
  return rows.map((row) => row.id)
}

const words = {
  subject: [
    'The CSV export',
    'Searching for old tickets',
    'The mobile application',
    'Inviting a new colleague',
    'The weekly summary',
    'Single sign-on',
    'The billing page',
  ],
  trouble: [
    'takes far too long',
    'stops without a message',
    'shows yesterday’s numbers',
    'is easy to understand',
    'forgets the chosen filters',
    'works as promised',
  ],
  place: [
    'for large accounts',
    'on slow connections',
    'after the last update',
    'when two people edit at once',
    'outside of office hours',
  ],
  quote: [
    'we had to explain it to every new colleague before they',
    'honestly the team was about to give up on it when somebody',
    'nobody here had expected that it would',
  ],
}
const list = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(', ')}]`
const pick = (texts: readonly string[], from: string) => `(${list(texts)})[1 + ${from} % ${texts.length}]`

const themeId = (org: string, number: string) =>
  `overlay(overlay(md5(${org} || '/' || ${number}) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`

const insertThemes = `
  insert into theme (org_id, id, name, color)
  select $1::text, ${themeId('$1', 'n')}, 'Theme number ' || n, '#2563eb' from generate_series(1, $2::int) n`

const insertProjects = `
  insert into project (org_id, id, title, slug, created_by)
  select $1::text, ${themeId('$1', `'p' || n`)}, 'Project number ' || n, 'project-' || n,
    (select user_id from membership where org_id = $1 limit 1)
  from generate_series(1, $2::int) n`

const insertInsights = `
  insert into insight (org_id, id, name, sentiment, category, quote, theme_ids, occurred_at, created_at, updated_at)
  select org,
    (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0')
      || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid,
    ${pick(words.subject, 'r / 3')} || ' ' || ${pick(words.trouble, 'r / 21')}
      || ' ' || ${pick(words.place, 'r / 126')},
    (array['POSITIVE', 'NEGATIVE', 'NEUTRAL'])[1 + r % 3],
    (array['PAIN_POINTS', 'DELIGHTS', 'GENERAL_FEEDBACK', 'FEATURE_REQUESTS', 'USABILITY_ISSUES',
      'BUGS_AND_ERRORS'])[1 + r / 7 % 6],
    ${pick(words.subject, 'r / 3')} || ' ' || ${pick(words.trouble, 'r / 21')}
      || ', ' || ${pick(words.quote, 'r / 5')} || ' saw it in case ' || n,
    case when r / 11 % 2 = 0 then array[first]
      else array[first, ${themeId('org', '(1 + (number + r / 13 % ($3::int - 1)) % $3::int)')}] end,
    at, at, at
  from (
    select *, ${themeId('org', 'number')} as first
    from (
      select *, 1 + r % $3::int as number
      from (
        select n, ($1::text[])[1 + n % $4::int] as org, timestamptz '2025-01-01Z' + n * interval '10 seconds' as at,
          md5(n::text) as hash, hashint4(n)::bigint & 2147483647 as r
        from generate_series(1, $2::int) n offset 0
      ) hashed offset 0
    ) themed offset 0
  ) numbered`

const insertInsightThemes =
  'insert into insight_theme (org_id, theme_id, insight_id) select org_id, unnest(theme_ids), id from insight'

export const createPages = `
  create table bench_page (org_id text collate "C" not null, key text collate "C" not null, body text not null,
    primary key (org_id, key))`

const insertQuotes = `
  insert into quote (org_id, id, insight_id, text, verified, is_representative, created_at)
  select org_id, overlay(id::text placing '9' from 20 for 1)::uuid, id, quote, false, true, created_at from insight`

const countInsights = `
  update theme t set insight_count = counted.count
  from (select org_id, theme_id, count(*) from insight_theme group by org_id, theme_id) counted
  where t.org_id = counted.org_id and t.id = counted.theme_id`
