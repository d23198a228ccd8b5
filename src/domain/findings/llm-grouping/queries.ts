import { isWaiting } from '#domain/llm-access/queries-pause.ts'
import type { ModelGrouping } from '#llm/model-grouping.ts'
import type { FoundTopic } from '#llm/tasks/taxonomy.ts'
import type { Db } from '#store/open.ts'
import { assignments, sql } from '#store/sql.ts'

/* What an organization uses the language model for, and the state of its grouping. */

type GroupingMode = 'off' | 'propose' | 'apply'
export type ProposedTheme = { name: string; is_new: boolean; insight_count: number; subthemes: string[] }
type GroupingSettings = {
  grouping: GroupingMode
  /** Names, labels and stories are written by it. */
  texts: boolean
  /** Questions are answered by it. */
  answers: boolean
  tokens_a_day: number
  /** Of a look that is not older than a day. */
  topics: FoundTopic[] | null
  proposal: { at: string; themes: ProposedTheme[] } | null
  next_at: string | null
  /** A person has applied a proposal. */
  was_applied: boolean
}

const defaults: GroupingSettings = {
  grouping: 'off',
  texts: false,
  answers: false,
  tokens_a_day: 200_000,
  topics: null,
  proposal: null,
  next_at: null,
  was_applied: false,
}

export const getGroupingSettings = async (db: Db, org: string): Promise<GroupingSettings> =>
  (await db.first<GroupingSettings>(sql`
    select grouping, texts, answers, tokens_a_day, iso(next_at) as next_at, was_applied,
      case when topics_at > now() - interval '1 day' then topics end as topics,
      case when proposal is not null
        then json_build_object('at', iso(proposed_at), 'themes', proposal -> 'summary') end as proposal
    from language_model_setting where org_id = ${org}`)) ?? defaults

export const insertGroupingSettings = (db: Db, org: string) =>
  db.run(sql`insert into language_model_setting (org_id) values (${org}) on conflict do nothing`)

export const updateGroupingSettings = (
  db: Db,
  org: string,
  change: Partial<Record<'texts' | 'answers', boolean | undefined>> & {
    grouping?: GroupingMode | undefined
    tokens_a_day?: number | undefined
  },
) => db.run(sql`update language_model_setting set ${assignments(change)} where org_id = ${org}`)

/** There are insights to group; nothing where grouping is off. */
export const requestGrouping = (db: Db, org: string) =>
  db.run(sql`
    update language_model_setting set next_at = now()
    where org_id = ${org} and grouping <> 'off' and next_at is null`)

/** Seconds until the next attempt; without them there is nothing to do. */
export const finishGrouping = (db: Db, org: string, retrySeconds: number | null) =>
  db.run(sql`
    update language_model_setting set next_at = now() + make_interval(secs => ${retrySeconds}::float8)
    where org_id = ${org}`)

export const updateTopics = (db: Db, org: string, topics: readonly FoundTopic[]) =>
  db.run(sql`
    update language_model_setting set topics = ${JSON.stringify(topics)}, topics_at = now() where org_id = ${org}`)

export const updateProposal = (db: Db, org: string, proposal: object) =>
  db.run(sql`
    update language_model_setting set proposal = ${JSON.stringify(proposal)}, proposed_at = now()
    where org_id = ${org}`)

export const findProposedGrouping = async (db: Db, org: string) =>
  (
    await db.first<{ grouping: ModelGrouping | null }>(sql`
    select proposal -> 'grouping' as grouping from language_model_setting where org_id = ${org} for no key update`)
  )?.grouping ?? undefined

export const deleteProposal = (db: Db, org: string) =>
  db.run(sql`
    update language_model_setting set proposal = null, proposed_at = null, was_applied = true where org_id = ${org}`)

/** Organizations that wait, without a job and with a model that answers. */
export const orgsNeedingGrouping = (db: Db) =>
  db.rows<{ org_id: string }>(sql`
    select s.org_id from language_model_setting s
    where s.next_at <= now() and s.grouping <> 'off'
      and not exists (
        select 1 from job where org_id = s.org_id and type = 'language_model_grouping'
          and status in ('queued', 'running'))
      and not ${isWaiting(sql`s.org_id`)}`)

export const isGroupingActive = async (db: Db, org: string) =>
  (await db.first(sql`
    select 1 from job where org_id = ${org} and type = 'language_model_grouping' and status in ('queued', 'running')
    limit 1`)) !== undefined

/** Names and quotes of a person who is erased may be among them; they are asked for anew. */
export const deleteModelProposal = (db: Db, org: string) =>
  db.run(sql`
    update language_model_setting set topics = null, topics_at = null, proposal = null, proposed_at = null
    where org_id = ${org}`)
