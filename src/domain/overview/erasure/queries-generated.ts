import type { Db } from '#store/open.ts'
import { raw, sql } from '#store/sql.ts'

/* Texts that Earshot writes about insights: names, descriptions, summaries, evidence stories. */

export type GeneratedTable = 'theme' | 'subtheme' | 'opportunity' | 'theme_proposal'
export type GeneratedRow = { id: string } & Record<string, string | null>

const columnsOf: Record<GeneratedTable, readonly string[]> = {
  theme: ['name', 'notes'],
  subtheme: ['name', 'description', 'subject', 'generated_name'],
  opportunity: ['title', 'slug', 'summary', 'problem_statement'],
  theme_proposal: ['name', 'reason'],
}
export const generatedTables = Object.keys(columnsOf) as GeneratedTable[]

/** Rows that a member of the team did not write. */
const isGenerated = (table: GeneratedTable, org: string) => {
  if (table === 'theme')
    return sql`(t.origin = 'auto' or t.id in (
      select resource_id from language_model_text where org_id = ${org} and kind = 'theme'))`
  return table === 'opportunity' ? sql`t.origin = 'pipeline'` : sql`true`
}

/** Rows about the insights. */
const isAbout = (table: GeneratedTable, org: string, insights: readonly string[]) => {
  const themes = sql`select theme_id from insight_theme where org_id = ${org} and insight_id = any(${insights}::uuid[])`
  const subthemes = sql`
    select subtheme_id from subtheme_insight where org_id = ${org} and insight_id = any(${insights}::uuid[])`
  if (table === 'theme') return sql`t.id in (${themes})`
  if (table === 'theme_proposal') return sql`t.theme_id in (${themes})`
  if (table === 'subtheme') return sql`t.id in (${subthemes})`
  return sql`(t.id in (select opportunity_id from opportunity_insight
      where org_id = ${org} and insight_id = any(${insights}::uuid[]))
    or t.id in (select opportunity_id from opportunity_subtheme
      where org_id = ${org} and subtheme_id in (${subthemes})))`
}

/** The texts of all generated rows. */
export const listGenerated = (db: Db, org: string, table: GeneratedTable) =>
  db.rows<{ id: string; text: string }>(sql`
    select t.id, concat_ws(' ', ${raw(columnsOf[table].map((name) => `t.${name}`).join(', '))}) as text
    from ${raw(table)} t where t.org_id = ${org} and ${isGenerated(table, org)}`)

/** Generated rows about the insights, and those with the ids. */
export const lockGenerated = (
  db: Db,
  org: string,
  table: GeneratedTable,
  { insights, ids }: { insights: readonly string[]; ids: readonly string[] },
) =>
  db.rows<GeneratedRow>(sql`
    select t.id, ${raw(columnsOf[table].map((name) => `t.${name}`).join(', '))} from ${raw(table)} t
    where t.org_id = ${org} and ${isGenerated(table, org)}
      and (${isAbout(table, org, insights)} or t.id = any(${ids}::uuid[]))
    order by t.id for no key update`)

export const updateGenerated = (db: Db, org: string, table: GeneratedTable, rows: readonly GeneratedRow[]) => {
  const names = columnsOf[table]
  return db.run(sql`
    update ${raw(table)} t set ${raw(names.map((name) => `${name} = x.${name}`).join(', '))}, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, ${raw(names.map((name) => `${name} text`).join(', '))})
    where t.org_id = ${org} and t.id = x.id`)
}

const uuidPattern = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const mentions = (text: string, ids: readonly string[]) => sql`exists (
  select 1 from regexp_matches(${raw(text)}, ${uuidPattern}, 'g') m where m[1] = any(${ids}::text[]))`

const storyParts = ['title', 'narrative', 'key_findings', 'quotes', 'counter_evidence'] as const
export type StoredStory = { key: string } & Record<(typeof storyParts)[number], unknown>

/** Evidence stories that name one of the insights. */
export const lockStories = (db: Db, org: string, insights: readonly string[]) =>
  db.rows<StoredStory>(sql`
    select s.id::text as key, ${raw(storyParts.map((part) => `s.${part}`).join(', '))} from evidence_story s
    where s.org_id = ${org}
      and ${mentions('concat(s.narrative, s.key_findings, s.quotes, s.counter_evidence)', insights)}
    order by s.id for no key update`)

export const updateStory = (db: Db, org: string, story: StoredStory) =>
  db.run(sql`
    update evidence_story set title = ${story.title}, narrative = ${JSON.stringify(story.narrative)}::json,
      key_findings = ${JSON.stringify(story.key_findings)}::json, quotes = ${JSON.stringify(story.quotes)}::json,
      counter_evidence = ${JSON.stringify(story.counter_evidence)}::json
    where org_id = ${org} and id = ${story.key}::uuid`)

type Snapshot = { id: string; moves: { opportunity_id?: string; title?: string }[] }

export const lockSnapshots = (db: Db, org: string, opportunities: readonly string[]) =>
  db.rows<Snapshot>(sql`
    select id, moves from opportunity_snapshot s
    where s.org_id = ${org} and ${mentions('s.moves::text', opportunities)} order by id for no key update`)

export const updateMoves = (db: Db, org: string, { id, moves }: Snapshot) =>
  db.run(sql`
    update opportunity_snapshot set moves = ${JSON.stringify(moves)}::json where org_id = ${org} and id = ${id}`)

/** Texts of the person, from which generated texts were made. */
export async function listOwnTexts(
  db: Db,
  org: string,
  own: { feedback: readonly string[]; insights: readonly string[] },
) {
  const feedback = await db.rows<{ text: string }>(sql`
    select concat_ws(' ', title, content) as text from feedback
    where org_id = ${org} and id = any(${own.feedback}::uuid[])`)
  const insights = await db.rows<{ text: string }>(sql`
    select concat_ws(' ', name, quote, description) as text from insight
    where org_id = ${org} and id = any(${own.insights}::uuid[])`)
  return [...feedback, ...insights].map(({ text }) => text)
}

/** Those of the words that no insight of another person has; words without a meaning of their own are no trace. */
export const listWordsOfNoOther = async (
  db: Db,
  org: string,
  words: readonly string[],
  ownInsights: readonly string[],
) =>
  (
    await db.rows<{ word: string }>(sql`
      select w.word from unnest(${words}::text[]) as w (word)
      where numnode(plainto_tsquery('english', w.word)) > 0 and not exists (
        select 1 from insight i
        where i.org_id = ${org} and array[i.org_id] @> array[${org}]::text[]
          and i.search_vector @@ plainto_tsquery('english', w.word) and i.deleted_at is null
          and i.id <> all(${ownInsights}::uuid[]))`)
  ).map(({ word }) => word)
