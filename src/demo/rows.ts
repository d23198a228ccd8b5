import { analysisVersion } from '#engine/analyze.ts'
import { findQuote } from '#engine/find-quote.ts'
import { readStoredAnalysis } from './stored-analysis.ts'
import { demoSegments } from './content.ts'
import { type DemoContact, type SegmentKey, sourceTypes } from './content-shapes.ts'
import { type DatedInsight, timestamps } from './dated-insight.ts'
import { idAt } from './ids.ts'
import { demoInterviewRows } from './interviews.ts'
import { latestOf, demoNpsRows } from './nps.ts'
import { isInterview, listItems, contactsOf, type DatedItem, dateItem, type Size, speakerOf } from './feedback-rows.ts'
import { demoSurveyRows } from './surveys.ts'
import { structureRows } from './structure.ts'
import { demoTicketRows } from './tickets.ts'

const minute = 60_000
const day = 24 * 60 * minute
const workspaceAge = { small: 181, full: 366 }
/** Items of the last days are still untriaged. */
const inboxDays = 40

type Ids = { contact: readonly string[]; segment: ReadonlyMap<SegmentKey, string>; people: readonly DemoContact[] }

/** All rows by table, in insert order, dated back from `now`; the same `now` gives the same rows. */
export function demoRows(now: Date, size: Size) {
  const people = contactsOf(size)
  const items = listItems(size).map((item) => dateItem(now, item))
  const insights = [...authoredInsights(items), ...(size === 'full' ? analyzedInsights(items) : [])]
  const since = new Date(now.getTime() - workspaceAge[size] * day)
  const segment = segmentRows(since)
  const { account, contact } = withAccounts(contactRows(people, items, since))
  const ids: Ids = {
    contact: contact.map((row) => row.id),
    segment: new Map(demoSegments.map(({ key }, n) => [key, segment[n]!.id])),
    people,
  }
  const { theme, themeIds, ...structure } = structureRows(insights, size)
  const insight = insights.map((one, n) => insightRow(one, themeIds[n]!, ids))
  const nps_response = demoNpsRows(now, items, ids.contact)
  const itemsWithInsights = new Set(insights.map((one) => one.item.id))
  return {
    segment,
    account,
    contact: contact.map((row, n) => ({ ...row, segment_ids: segmentsOf(n, ids), ...latestOf(nps_response, row.id) })),
    theme,
    feedback: items.map((item) => feedbackRow(item, ids)),
    feedback_state: items.map(feedbackStateRow),
    ...demoSurveyRows(since, items, nps_response, ids.contact),
    ...demoTicketRows(items, ids.contact, now),
    ...demoInterviewRows(items.filter(isInterview).map((item) => ({ ...item, customer: speakerOf(item, people) }))),
    feedback_triage: items
      .filter((item) => item.daysAgo > inboxDays)
      .map((item) => triageRow(item, itemsWithInsights.has(item.id))),
    insight,
    insight_theme: insight.flatMap(({ id, theme_ids, created_at }) =>
      theme_ids.map((theme_id) => ({ theme_id, insight_id: id, created_at })),
    ),
    quote: insights.map((one) => quoteRow(one, ids)),
    ...structure,
  }
}

const idsAndTimeOf = (item: DatedItem, n: number) => {
  const at = new Date(item.at.getTime() + (n + 1) * minute)
  return { item, at, id: idAt(at, `insight/${item.n}/${n}`), quoteId: idAt(at, `quote/${item.n}/${n}`) }
}

const authoredInsights = (items: readonly DatedItem[]): DatedInsight[] =>
  items.flatMap((item) =>
    item.insights.map((insight, n) => ({ ...insight, analysis_version: null, ...idsAndTimeOf(item, n) })),
  )

/** Insights of the stored analysis, in the order of the items. */
function analyzedInsights(items: readonly DatedItem[]): DatedInsight[] {
  const countByItem = new Map<number, number>()
  const { findings, model } = readStoredAnalysis()
  const analysis_version = `${analysisVersion}/${model}`
  return findings.map(({ item: index, start, end, name, sentiment, category, confidence }) => {
    const n = countByItem.get(index) ?? 0
    countByItem.set(index, n + 1)
    const item = items[index]!
    return {
      name,
      sentiment,
      category,
      confidence,
      analysis_version,
      tags: [],
      themes: [],
      quote: item.content.slice(start, end),
      span: { start, end },
      ...idsAndTimeOf(item, n),
    }
  })
}

const segmentRows = (at: Date) =>
  demoSegments.map(({ key, ...segment }) => ({
    id: idAt(at, `segment/${key}`),
    ...segment,
    last_evaluated_at: at.toISOString(),
    ...timestamps(at),
  }))

/** A contact is first seen with the first item, or when the workspace was created. */
function contactRows(people: readonly DemoContact[], items: readonly DatedItem[], since: Date) {
  const first = new Map<number, Date>()
  for (const { contact, at } of items) if (!first.has(contact) || at < first.get(contact)!) first.set(contact, at)
  return people.map(({ name, email, country, company, education }, contact) => {
    const at = first.get(contact) ?? since
    return {
      id: idAt(at, `contact/${email}`),
      name,
      email,
      country,
      company,
      attributes: education ? { education } : {},
      first_seen_at: at.toISOString(),
      ...timestamps(at),
    }
  })
}

/** Contacts with their companies, each of which has the id of its first contact. */
function withAccounts(contacts: ReturnType<typeof contactRows>) {
  const first = new Map<string, (typeof contacts)[number]>()
  for (const row of contacts)
    if (row.company.name !== undefined && !first.has(row.company.name)) first.set(row.company.name, row)
  const account = [...first].map(([name, { id, company, created_at, updated_at }]) => ({
    id,
    name,
    plan: company.plan,
    origin: 'contact',
    created_at,
    updated_at,
  }))
  const contact = contacts.map((row) => ({ ...row, account_id: first.get(row.company.name ?? '')?.id ?? null }))
  return { account, contact }
}

/** The segments whose rules match the contact. */
const segmentsOf = (contact: number, ids: Ids) =>
  ids.people[contact]!.segments.map((key) => ids.segment.get(key)!).sort()

const languageOf = ({ language }: DatedItem) => language ?? 'en'
const sourceOf = ({ source }: DatedItem) => ({ source, source_type: sourceTypes[source] })

const feedbackRow = (item: DatedItem, ids: Ids) => ({
  id: item.id,
  ...sourceOf(item),
  title: item.title ?? (isInterview(item) ? `Interview with ${speakerOf(item, ids.people)}` : null),
  content: item.content,
  contact_id: ids.contact[item.contact]!,
  rating_value: item.rating,
  rating_min: item.rating === null ? null : 1,
  rating_max: item.rating === null ? null : 5,
  occurred_at: item.at.toISOString(),
  created_at: item.at.toISOString(),
})

const feedbackStateRow = (item: DatedItem) => ({
  feedback_id: item.id,
  status: 'analyzed',
  language: languageOf(item),
  updated_at: item.at.toISOString(),
})

/** Triaged after a day; items without insights are dismissed. */
const triageRow = ({ id, at }: DatedItem, hasInsights: boolean) => ({
  feedback_id: id,
  state: hasInsights ? 'processed' : 'dismissed',
  triaged_at: new Date(at.getTime() + day).toISOString(),
})

const insightRow = (
  { id, name, sentiment, category, quote, tags, confidence, analysis_version, item, at }: DatedInsight,
  theme_ids: readonly string[],
  ids: Ids,
) => ({
  id,
  name,
  sentiment,
  category,
  quote,
  tags,
  confidence,
  analysis_version,
  ...sourceOf(item),
  language: languageOf(item),
  origin: 'auto',
  feedback_id: item.id,
  contact_id: ids.contact[item.contact]!,
  interview_date: item.source === 'interview' ? item.at.toISOString().slice(0, 10) : null,
  segment_ids: segmentsOf(item.contact, ids),
  theme_ids,
  // Without a version it was written by hand, and a re-analysis leaves it alone.
  themes_overridden: analysis_version === null,
  occurred_at: item.at.toISOString(),
  ...timestamps(at),
})

function quoteRow({ id, quoteId, quote, item, at, span }: DatedInsight, ids: Ids) {
  const range = span ?? findQuote(quote, item.content)
  if (!range) throw new Error(`demo quote not insights in its feedback: ${quote}`)
  return {
    id: quoteId,
    insight_id: id,
    feedback_id: item.id,
    text: quote,
    start_offset: range.start,
    end_offset: range.end,
    speaker: item.source === 'interview' ? speakerOf(item, ids.people) : null,
    verified: true,
    is_representative: true,
    created_at: at.toISOString(),
  }
}
