import type { Static } from 'typebox'
import type { EvidenceStory } from '#contract/resources/project-shapes.ts'
import { languageModelOf } from '#domain/llm-tasks/queries-texts.ts'
import type { StoryText } from '#engine/llm/write-story.ts'
import type { Evidence, Story } from '#engine/story/types.ts'
import type { Db } from '#store/open.ts'
import { after, type Key, type Order, orderBy } from '#store/page.ts'
import { allOf, raw, type Sql, sql } from '#store/sql.ts'
import { evidenceDigest } from './queries-evidence.ts'

type PresentedStory = Static<typeof EvidenceStory>

/** Quotes redacted after the story was generated are redacted here too. */
const quotesJson = (org: string): Sql => sql`(select coalesce(json_agg(json_build_object(
  'text', case when q.redacted then '[redacted]' else t.quote ->> 'text' end,
  'insight_id', t.quote -> 'insight_id', 'feedback_id', t.quote -> 'feedback_id') order by t.position), '[]')
  from json_array_elements(s.quotes) with ordinality t (quote, position)
  left join quote q on q.org_id = s.org_id and q.org_id = ${org} and q.id = (t.quote ->> 'quote_id')::uuid)`

/** The story `s` of a statement. */
export const storyJson = (
  org: string,
  projectId: string,
): Sql => sql`json_build_object('id', s.id, 'status', s.status, 'title', s.title,
  'narrative', s.narrative, 'key_findings', s.key_findings, 'quotes', ${quotesJson(org)},
  'counter_evidence', s.counter_evidence, 'stats', s.stats, 'engine', s.engine,
  'language_model', ${languageModelOf(org, 'evidence_story', 's')},
  'generated_by', s.generated_by,
  'generated_at', iso(s.generated_at), 'job_id', s.job_id,
  'stale', s.evidence_digest <> ${evidenceDigest(org, projectId)})`

const newestFirst: Order = { by: 's.id', type: 'uuid', descending: true }

export const listStories = (
  db: Db,
  org: string,
  projectId: string,
  { limit, keys }: { limit: number; keys: readonly Key[] | undefined },
) =>
  db.rows<{ story: PresentedStory }>(sql`
    select ${storyJson(org, projectId)} as story from evidence_story s
    where ${allOf([sql`s.org_id = ${org} and s.project_id = ${projectId}`, after(newestFirst, keys, 's.id')])}
    order by ${orderBy(newestFirst, 's.id')} limit ${limit + 1}`)

export const getStory = async (db: Db, org: string, projectId: string, id: string) =>
  (await db.first<{ story: PresentedStory }>(sql`
    select ${storyJson(org, projectId)} as story from evidence_story s
    where s.org_id = ${org} and s.project_id = ${projectId} and s.id = ${id}`))!.story

type StoryColumns = {
  themes: Evidence['themes']
  subtheme: Evidence['subtheme']
  segment_ids: string[]
  model: string | null
  vector: Buffer | null
}
export type StoryEvidenceRow = Omit<Evidence, keyof StoryColumns | 'segments' | 'meaning'> &
  StoryColumns & { quote_id: string | null }
export type AssignedRow = StoryEvidenceRow & { digest: Buffer }

/** Grouping compares all pairs of insights within a request. */
const maxEvidence = 1000
/** Enough to show opposing opinions. */
const maxCounterEvidence = 30

/**
 * The columns of an insight `i` in a story: no redacted quotes, only the first subtheme `s`, and without themes its
 * theme.
 */
const evidenceColumns: Sql = raw(`
  i.id, i.name, i.sentiment, i.category, coalesce(q.feedback_id, i.feedback_id) as feedback_id, i.contact_id, i.source,
  i.occurred_at, i.segment_ids::text[] as segment_ids, q.id as quote_id, q.text as quote,
  coalesce(q.verified, false) as quote_verified, t.themes,
  case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as subtheme, v.model, v.vector`)
const evidenceJoins = (org: string): Sql => sql`
  left join quote q on q.org_id = i.org_id and q.org_id = ${org} and q.insight_id = i.id and q.is_representative
    and not q.redacted
  left join insight_vector v on v.org_id = i.org_id and v.org_id = ${org} and v.insight_id = i.id
  cross join lateral (
    select coalesce(json_agg(json_build_object('name', t.name, 'is_catch_all', t.is_catch_all) order by m.position),
      '[]') as themes
    from unnest(case when i.theme_ids = '{}' then array_remove(array[s.theme_id], null) else i.theme_ids end)
      with ordinality m (id, position)
    join theme t on t.org_id = i.org_id and t.org_id = ${org} and t.id = m.id and t.archived_at is null
      and t.merged_into_id is null) t`

const firstSubthemes = (org: string, projectId: string): Sql => sql`
  select distinct on (l.insight_id) l.insight_id, s.id, s.name, s.theme_id from project_insight p
  join subtheme_insight l on l.org_id = p.org_id and l.org_id = ${org} and l.insight_id = p.insight_id
  join subtheme s on s.org_id = l.org_id and s.org_id = ${org} and s.id = l.subtheme_id
  where p.org_id = ${org} and p.project_id = ${projectId} order by l.insight_id, s.id`

export const listStoryEvidence = (db: Db, org: string, projectId: string) =>
  db.rows<AssignedRow>(sql`
    select ${evidenceColumns}, ${evidenceDigest(org, projectId)} as digest
    from project_insight e
    join insight i on i.org_id = e.org_id and i.org_id = ${org} and i.id = e.insight_id and i.live
    left join (${firstSubthemes(org, projectId)}) s on s.insight_id = i.id ${evidenceJoins(org)}
    where e.org_id = ${org} and e.project_id = ${projectId} order by e.assigned_at desc, e.id desc
    limit ${maxEvidence}`)

/** The newest insights with this sentiment in these subthemes that are not assigned to the Project. */
export const listCounterEvidence = (
  db: Db,
  org: string,
  projectId: string,
  { subthemes, sentiment }: { subthemes: readonly string[]; sentiment: string },
) =>
  db.rows<StoryEvidenceRow>(sql`
    select ${evidenceColumns} from (
      select distinct on (l.insight_id) l.insight_id, s.id, s.name, s.theme_id from subtheme s
      join subtheme_insight l on l.org_id = s.org_id and l.org_id = ${org} and l.subtheme_id = s.id
      join insight i on i.org_id = l.org_id and i.org_id = ${org} and i.id = l.insight_id and i.live
        and i.sentiment = ${sentiment}
      where s.org_id = ${org} and s.id = any(${subthemes}::uuid[])
        and not exists (select 1 from project_insight p
          where p.org_id = l.org_id and p.org_id = ${org} and p.project_id = ${projectId}
            and p.insight_id = l.insight_id)
      order by l.insight_id desc, s.id limit ${maxCounterEvidence}) s
    join insight i on i.org_id = ${org} and i.id = s.insight_id ${evidenceJoins(org)} order by i.id`)

export const listSegmentNames = async (db: Db, org: string): Promise<Map<string, string>> =>
  new Map(
    (
      await db.rows<{ id: string; name: string }>(
        sql`select id, name from segment where org_id = ${org} and archived_at is null`,
      )
    ).map(({ id, name }) => [id, name]),
  )

type NewStory = { id: string; projectId: string; user: string; story: Story; evidence: readonly AssignedRow[] }

/** Each quote keeps the id of its row, for later redaction. */
export async function insertStory(db: Db, org: string, { id, projectId, user, story, evidence }: NewStory) {
  const quoteIds = new Map(evidence.map((insight) => [insight.id, insight.quote_id]))
  const quotes = story.quotes.map((quote) => ({ ...quote, quote_id: quoteIds.get(quote.insight_id) }))
  await db.run(sql`
    insert into evidence_story (org_id, project_id, id, status, title, narrative, key_findings, quotes,
      counter_evidence, stats, engine, evidence_digest, generated_by)
    values (${org}, ${projectId}, ${id}, 'ready', ${story.title}, ${JSON.stringify(story.narrative)},
      ${JSON.stringify(story.key_findings)}, ${JSON.stringify(quotes)}, ${JSON.stringify(story.counter_evidence)},
      ${JSON.stringify(story.stats)}, 'extractive', ${evidence[0]!.digest}, ${user})`)
}

/** Unless the evidence has changed in between. Quotes, counts and counter-evidence stay those of the analysis. */
export const updateStoryText = async (
  db: Db,
  org: string,
  { id, project_id }: { id: string; project_id: string },
  { title, narrative, key_findings }: StoryText,
) =>
  (await db.run(sql`
    update evidence_story set title = ${title}, narrative = ${JSON.stringify(narrative)},
      key_findings = ${JSON.stringify(key_findings)}, engine = 'llm'
    where org_id = ${org} and id = ${id} and engine = 'extractive'
      and evidence_digest = ${evidenceDigest(org, project_id)}`)) > 0
