import { empty, raw, type Sql, sql } from '#store/sql.ts'
import { filteredCounts } from '#vocabulary/filtered-counts.ts'
import { npsConditions } from '#vocabulary/nps.ts'
import { sentimentConditions } from '#vocabulary/sentiments.ts'

/* What is counted by day, and which days have changed. */

export const countedKinds = [
  'insight',
  'feedback',
  'nps',
  'contact',
  'arrival',
  'nps_reason',
  'nps_contact',
  'survey',
] as const
export type CountedKind = (typeof countedKinds)[number]
export type Series = keyof typeof seriesRows

/** Columns of `daily_count` with the condition of what they count, and what all other counted rows are. */
type CountGroups = { columns: Readonly<Record<string, string>>; rest?: string }

/** Times `lo` and `hi` bound the rows that are counted. */
export type SeriesRows = { kind: CountedKind; groups?: CountGroups; hasIds?: boolean; rows(span: Span): Sql }
type Span = { org: string; lo: Sql; hi: Sql }

const { neutral: _neutral, ...sentiments } = sentimentConditions('i.sentiment')
const bySentiment: CountGroups = { columns: sentiments, rest: 'neutral' }
const { passives: _passives, ...npsGroups } = npsConditions('n.score')
const byNpsGroup: CountGroups = { columns: npsGroups, rest: 'passives' }
const byCompletion: CountGroups = { columns: { completed: 'w.completed' } }

const tally = (at: string, groups?: CountGroups, counted = '*') =>
  raw(
    [
      `count(${counted})::int as count`,
      ...(groups ? [filteredCounts(groups.columns, { counted, cast: '::int' })] : []),
      `min(${at}) as first_at, max(${at}) as last_at`,
    ].join(', '),
  )

const insightRows = (value: string, more = '', where = '') => ({
  kind: 'insight' as const,
  groups: bySentiment,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('i.occurred_at', bySentiment)} from insight i ${raw(more)}
    where i.org_id = ${org} and i.live and i.occurred_at >= ${lo} and i.occurred_at < ${hi} ${raw(where)} group by 1`,
})

const contactRows = (value: string, more = '') => ({
  kind: 'contact' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('c.created_at')} from contact c ${raw(more)}
    where c.org_id = ${org} and c.deleted_at is null and c.created_at >= ${lo} and c.created_at < ${hi} group by 1`,
})

const feedbackRows = (value: string) => ({
  kind: 'feedback' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('f.occurred_at')}
    from feedback f
    where f.org_id = ${org} and f.deleted_at is null and f.occurred_at >= ${lo} and f.occurred_at < ${hi} group by 1`,
})

/** An insight counts on the day that it arrived; its id, which begins with that time, finds it in the primary key. */
const arrivalRows = (value: string) => ({
  kind: 'arrival' as const,
  groups: bySentiment,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('i.created_at', bySentiment)} from insight i
    where i.org_id = ${org} and i.live and i.created_at >= ${lo} and i.created_at < ${hi}
      and i.id >= ${firstIdAt(lo, '- 3600000')} and i.id < ${firstIdAt(hi, '+ 3600000')} group by 1`,
})

/** With the same tolerance as lists (`idWithin`). */
const firstIdAt = (at: Sql, toleranceMs: string): Sql => sql`
  (lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint ${raw(toleranceMs)}), 12, '0')
    || '70008000000000000000')::uuid`

type NpsSeries = { kind?: 'nps' | 'nps_reason' | 'nps_contact'; where?: string; ids?: string }

/** `ids` are kept beside the counts. */
const npsRows = (value: string, more?: (org: string) => Sql, { kind = 'nps', where = '', ids }: NpsSeries = {}) => ({
  kind,
  groups: byNpsGroup,
  hasIds: ids !== undefined,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('n.responded_at', byNpsGroup, more ? 'distinct n.id' : '*')}
      ${raw(ids === undefined ? '' : `, ${ids} as ids`)}
    from nps_response n ${more?.(org) ?? empty}
    where n.org_id = ${org} and n.deleted_at is null and n.responded_at >= ${lo} and n.responded_at < ${hi}
      ${raw(where)} group by 1`,
})

const byTheme = 'cross join unnest(i.theme_ids) as t (id)'
const reasons = (org: string): Sql => sql`
  join feedback f on f.org_id = n.org_id and f.org_id = ${org} and f.id = n.feedback_id and f.deleted_at is null`
const insightsOfResponses = (org: string): Sql => sql`${reasons(org)}
  join insight i on i.org_id = n.org_id and i.org_id = ${org} and i.feedback_id = n.feedback_id and i.live`
const themesOfResponses = (org: string): Sql => sql`${insightsOfResponses(org)} ${raw(byTheme)}`
/** Each theme, and the empty one for all. */
const anyThemeOfResponses = (org: string): Sql => sql`${insightsOfResponses(org)}
  cross join lateral (select '' as id union all select unnest(i.theme_ids)::text) as t`
const contacts = (org: string): Sql => sql`
  join contact c on c.org_id = n.org_id and c.org_id = ${org} and c.id = n.contact_id and c.deleted_at is null`

/** The newest insights of a group of responses that reports name. */
export const maxNewestInsights = 10
const newestIds = `(array_agg(distinct i.id order by i.id desc))[1:${maxNewestInsights}]`

/** By the question and what was answered, in one value. */
const answerRows = (value: string, more: (org: string) => Sql, groupBy = '1') => ({
  kind: 'survey' as const,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select ${raw(value)} as value, ${tally('w.submitted_at', undefined, 'distinct w.id')}
    from survey_response w
    join survey_answer a on a.org_id = w.org_id and a.org_id = ${org} and a.response_id = w.id ${more(org)}
    where w.org_id = ${org} and w.deleted_at is null and w.submitted_at >= ${lo} and w.submitted_at < ${hi}
    group by ${raw(groupBy)}`,
})
const surveyRows = {
  kind: 'survey' as const,
  groups: byCompletion,
  rows: ({ org, lo, hi }: Span): Sql => sql`
    select w.survey_id::text as value, ${tally('w.submitted_at', byCompletion)} from survey_response w
    where w.org_id = ${org} and w.deleted_at is null and w.submitted_at >= ${lo} and w.submitted_at < ${hi} group by 1`,
}
const numbers = () => raw('and a.number is not null')
const optionsOfAnswers = () =>
  raw(`cross join lateral unnest(
  case when jsonb_typeof(a.value) = 'boolean' then array[a.value #>> '{}'] else a.option_ids end) as o (id)`)
const dateAnswers = (org: string): Sql => sql`
  join survey_question q on q.org_id = a.org_id and q.org_id = ${org} and q.id = a.question_id and q.type = 'date'
    and a.value #>> '{}' is not null`
const themesOfAnswers = (org: string): Sql => sql`
  join insight i on i.org_id = a.org_id and i.org_id = ${org} and i.feedback_id = a.feedback_id and i.live
  ${raw(byTheme)}`
const segmentsOfResponses = (org: string): Sql => sql`${contacts(org)} cross join unnest(c.segment_ids) as s (id)`

/** What is counted by which value; a row counts once for each of its values. */
export const seriesRows = {
  insight: insightRows("''"),
  'insight.category': insightRows('i.category'),
  'insight.source': insightRows('i.source', '', 'and i.source is not null'),
  'insight.language': insightRows('i.language', '', 'and i.language is not null'),
  'insight.segment': insightRows('s.id::text', 'cross join unnest(i.segment_ids) as s (id)'),
  'insight.theme': insightRows('t.id::text', byTheme),
  /** Both ids in one value. */
  'insight.theme.category': insightRows("t.id::text || ' ' || i.category", byTheme),
  feedback: feedbackRows("''"),
  'feedback.source': feedbackRows('f.source'),
  'feedback.source_type': feedbackRows('f.source_type'),
  nps: npsRows("''"),
  'nps.score': npsRows('n.score::text'),
  'nps.source': npsRows('n.source'),
  'nps.survey': npsRows('n.survey_id::text', undefined, { where: 'and n.survey_id is not null' }),
  'nps.reason': npsRows("''", reasons),
  'nps.theme': npsRows('t.id::text', themesOfResponses),
  'nps.themed': npsRows("''", insightsOfResponses, { kind: 'nps_reason', where: "and i.theme_ids <> '{}'" }),
  'nps.insights': npsRows(
    `t.id || case when ${npsGroups.detractors} then ' DETRACTOR' else ' PROMOTER' end`,
    anyThemeOfResponses,
    { kind: 'nps_reason', where: `and (${npsGroups.detractors} or ${npsGroups.promoters})`, ids: newestIds },
  ),
  'nps.segment': npsRows('s.id::text', segmentsOfResponses, { kind: 'nps_contact' }),
  'nps.segmented': npsRows("''", contacts, { kind: 'nps_contact', where: "and c.segment_ids <> '{}'" }),
  'nps.plan': npsRows("c.company->>'plan'", contacts, {
    kind: 'nps_contact',
    where: "and c.company->>'plan' is not null",
  }),
  'nps.country': npsRows('c.country', contacts, { kind: 'nps_contact', where: 'and c.country is not null' }),
  survey: surveyRows,
  'survey.answered': answerRows('a.question_id::text', () => empty),
  'survey.number': answerRows("a.question_id || ' ' || a.number", numbers),
  'survey.option': answerRows("a.question_id || ' ' || o.id", optionsOfAnswers),
  'survey.earliest': answerRows("min(a.question_id || ' ' || (a.value #>> '{}'))", dateAnswers, 'a.question_id'),
  'survey.latest': answerRows("max(a.question_id || ' ' || (a.value #>> '{}'))", dateAnswers, 'a.question_id'),
  'survey.theme': answerRows("a.question_id || ' ' || t.id", themesOfAnswers),
  'arrival.category': arrivalRows('i.category'),
  contact: contactRows("''"),
  'contact.segment': contactRows('s.id::text', 'cross join unnest(c.segment_ids) as s (id)'),
} satisfies Record<string, SeriesRows>

export const seriesOf = (kind: CountedKind) =>
  (Object.keys(seriesRows) as Series[]).filter((series) => seriesRows[series].kind === kind)

export const dayOf = (at: string) => `(${at} at time zone 'UTC')::date`

/** A lateral join that PostgreSQL cannot turn around: few rows changed, but it cannot know that in advance. */
const responsesOf = (org: string): Sql => sql`
  cross join lateral (
    select responded_at from nps_response n
    where n.org_id = ${org} and n.feedback_id = c.feedback_id and c.feedback_id is not null offset 0) n`

const changedResponses = (org: string, since: Sql): Sql => sql`
    select ${raw(dayOf('responded_at'))} as day from nps_response where org_id = ${org} and updated_at >= ${since}
    union all
    select ${raw(dayOf('n.responded_at'))} from insight c ${responsesOf(org)}
    where c.org_id = ${org} and c.updated_at >= ${since}
    union all
    select ${raw(dayOf('n.responded_at'))} from feedback_state c ${responsesOf(org)}
    where c.org_id = ${org} and c.updated_at >= ${since}`

/** Days with rows that changed since a time, from the index on `updated_at` that delta exports use. */
export const changedDays: Record<CountedKind, (org: string, since: Sql) => Sql> = {
  insight: (org, since) => sql`
    select ${raw(dayOf('occurred_at'))} as day from insight where org_id = ${org} and updated_at >= ${since}`,
  feedback: (org, since) => sql`
    select ${raw(dayOf('f.occurred_at'))} as day from feedback_state c cross join lateral (
      select occurred_at from feedback f where f.org_id = ${org} and f.id = c.feedback_id offset 0) f
    where c.org_id = ${org} and c.updated_at >= ${since}`,
  nps: changedResponses,
  nps_reason: changedResponses,
  nps_contact: (org, since) => sql`
    select ${raw(dayOf('responded_at'))} as day from nps_response where org_id = ${org} and updated_at >= ${since}
    union all
    select ${raw(dayOf('n.responded_at'))} from contact c cross join lateral (
      select responded_at from nps_response n where n.org_id = ${org} and n.contact_id = c.id offset 0) n
    where c.org_id = ${org} and c.updated_at >= ${since}`,
  survey: (org, since) => sql`
    select ${raw(dayOf('submitted_at'))} as day from survey_response where org_id = ${org} and updated_at >= ${since}
    union all
    select ${raw(dayOf('r.submitted_at'))} from insight c cross join lateral (
      select r.submitted_at from survey_answer a
      join survey_response r on r.org_id = a.org_id and r.org_id = ${org} and r.id = a.response_id
      where a.org_id = ${org} and a.feedback_id = c.feedback_id and c.feedback_id is not null offset 0) r
    where c.org_id = ${org} and c.updated_at >= ${since}`,
  arrival: (org, since) => sql`
    select ${raw(dayOf('created_at'))} as day from insight where org_id = ${org} and updated_at >= ${since}`,
  contact: (org, since) => sql`
    select ${raw(dayOf('created_at'))} as day from contact where org_id = ${org} and updated_at >= ${since}`,
}
