import { analysisVersion } from '#engine/analyse.ts'
import { findQuote } from '#engine/quote.ts'
import { readAnalysed } from './analysed.ts'
import type { DemoContact, DemoInsight, SegmentKey } from './content/kinds.ts'
import { sourceTypes } from './content/kinds.ts'
import { segments } from './content/people.ts'
import { idAt } from './ids.ts'
import { interviewRows } from './interviews.ts'
import { latestOf, npsRows } from './nps.ts'
import { isInterview, itemsOf, peopleOf, type Said, saidBefore, type Size, speakerOf } from './said.ts'
import { surveyRows } from './surveys.ts'
import { structureRows } from './structure.ts'
import { ticketRows } from './tickets.ts'

const minute = 60_000
const day = 24 * 60 * minute
const workspaceAge = { small: 181, full: 366 }
/** What came in the last days still waits for somebody to look at it. */
const inboxDays = 40

export type Found = Omit<DemoInsight, 'themes'> & {
  id: string
  at: Date
  quoteId: string
  item: Said
  themes: readonly string[]
  span?: { start: number; end: number }
  analysis_version: string | null
}
type Ids = { contact: readonly string[]; segment: ReadonlyMap<SegmentKey, string>; people: readonly DemoContact[] }

/** The content as rows, dated back from `now`, by table and in the order to insert them; the same `now` gives the same rows. */
export function demoRows(now: Date, size: Size) {
  const people = peopleOf(size)
  const said = itemsOf(size).map((item) => saidBefore(now, item))
  const found = [...writtenOut(said), ...(size === 'full' ? heardIn(said) : [])]
  const since = new Date(now.getTime() - workspaceAge[size] * day)
  const segment = segmentRows(since)
  const contact = contactRows(people, said, since)
  const ids: Ids = {
    contact: contact.map((row) => row.id),
    segment: new Map(segments.map(({ key }, n) => [key, segment[n]!.id])),
    people,
  }
  const { theme, themeIds, ...structure } = structureRows(found, size)
  const insight = found.map((one, n) => insightRow(one, themeIds[n]!, ids))
  const nps_response = npsRows(now, said, ids.contact)
  const busy = new Set(found.map((one) => one.item.id))
  return {
    segment,
    contact: contact.map((row, n) => ({ ...row, segment_ids: segmentsOf(n, ids), ...latestOf(nps_response, row.id) })),
    theme,
    feedback: said.map((item) => feedbackRow(item, ids)),
    feedback_state: said.map((item) => ({
      feedback_id: item.id,
      status: 'analyzed',
      language: languageOf(item),
      updated_at: item.at.toISOString(),
    })),
    ...surveyRows(since, said, nps_response, ids.contact),
    ...ticketRows(said, ids.contact, now),
    ...interviewRows(said.filter(isInterview).map((item) => ({ ...item, customer: speakerOf(item, people) }))),
    feedback_triage: said.filter((item) => item.daysAgo > inboxDays).map((item) => triageRow(item, busy.has(item.id))),
    insight,
    insight_theme: insight.flatMap(({ id, theme_ids, created_at }) =>
      theme_ids.map((theme_id) => ({ theme_id, insight_id: id, created_at })),
    ),
    quote: found.map((one) => quoteRow(one, ids)),
    ...structure,
  }
}

const placeOf = (item: Said, n: number) => {
  const at = new Date(item.at.getTime() + (n + 1) * minute)
  return { item, at, id: idAt(at, `insight/${item.n}/${n}`), quoteId: idAt(at, `quote/${item.n}/${n}`) }
}

const writtenOut = (said: readonly Said[]): Found[] =>
  said.flatMap((item) =>
    item.insights.map((insight, n) => ({ ...insight, analysis_version: null, ...placeOf(item, n) })),
  )

/** What the analysis found, in its order: that of the items. */
function heardIn(said: readonly Said[]): Found[] {
  const seen = new Map<number, number>()
  const { findings, model } = readAnalysed()
  const analysis_version = `${analysisVersion}/${model}`
  return findings.map(({ item: place, start, end, name, sentiment, category, confidence }) => {
    const n = seen.get(place) ?? 0
    seen.set(place, n + 1)
    const item = said[place]!
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
      ...placeOf(item, n),
    }
  })
}

export const stamped = (at: Date) => ({ created_at: at.toISOString(), updated_at: at.toISOString() })

const segmentRows = (at: Date) =>
  segments.map(({ key, ...segment }) => ({
    id: idAt(at, `segment/${key}`),
    ...segment,
    last_evaluated_at: at.toISOString(),
    ...stamped(at),
  }))

/** A contact is known since they first wrote, or since the workspace was opened. */
function contactRows(people: readonly DemoContact[], said: readonly Said[], since: Date) {
  const first = new Map<number, Date>()
  for (const { contact, at } of said) if (!first.has(contact) || at < first.get(contact)!) first.set(contact, at)
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
      ...stamped(at),
    }
  })
}

/** As the rules of the segments would have it. */
const segmentsOf = (contact: number, ids: Ids) =>
  ids.people[contact]!.segments.map((key) => ids.segment.get(key)!).sort()

const languageOf = ({ language }: Said) => language ?? 'en'
const sourceOf = ({ source }: Said) => ({ source, source_type: sourceTypes[source] })

const feedbackRow = (item: Said, ids: Ids) => ({
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

/** Somebody looked at it the next day; what held nothing was dismissed. */
const triageRow = ({ id, at }: Said, busy: boolean) => ({
  feedback_id: id,
  state: busy ? 'processed' : 'dismissed',
  triaged_at: new Date(at.getTime() + day).toISOString(),
})

const insightRow = (
  { id, name, sentiment, category, quote, tags, confidence, analysis_version, item, at }: Found,
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
  occurred_at: item.at.toISOString(),
  ...stamped(at),
})

function quoteRow({ id, quoteId, quote, item, at, span }: Found, ids: Ids) {
  const place = span ?? findQuote(quote, item.content)
  if (!place) throw new Error(`this demo quote is not in its source: ${quote}`)
  return {
    id: quoteId,
    insight_id: id,
    feedback_id: item.id,
    text: quote,
    start_at: place.start,
    end_at: place.end,
    speaker: item.source === 'interview' ? speakerOf(item, ids.people) : null,
    verified: true,
    is_representative: true,
    created_at: at.toISOString(),
  }
}
