import { createHash } from 'node:crypto'
import { findQuote } from '#engine/quote.ts'
import { feedback } from './content/feedback.ts'
import { type DemoInsight, type DemoItem, type SegmentKey, sourceTypes, type ThemeKey } from './content/kinds.ts'
import { contacts, segments } from './content/people.ts'
import { themes } from './content/themes.ts'
import { idAt } from './ids.ts'
import { latestOf, npsRows } from './nps.ts'
import { surveyRows } from './surveys.ts'
import { ticketRows } from './tickets.ts'
import { interviewRows, wordsOfCustomer } from './interviews.ts'

const minute = 60_000
const day = 24 * 60 * minute
const workspaceAge = 181
/** What came in the last days still waits for somebody to look at it. */
const inboxDays = 40

type Said = DemoItem & { id: string; at: Date; n: number; transcript: string }
type Found = DemoInsight & { id: string; at: Date; quoteId: string; item: Said }
type Ids = { contact: readonly string[]; segment: ReadonlyMap<SegmentKey, string>; theme: ReadonlyMap<ThemeKey, string> }

/** The content as rows, dated back from `now`, by table and in the order to insert them; the same `now` gives the same rows. */
export function demoRows(now: Date) {
  const said = feedback.map((item, index) => saidBefore(now, item, index))
  const found = said.flatMap((item) => item.insights.map((insight, n) => foundIn(item, insight, n)))
  const segment = segmentRows(new Date(now.getTime() - workspaceAge * day))
  const contact = contactRows(said)
  const theme = themeRows(found)
  const ids: Ids = {
    contact: contact.map((row) => row.id),
    segment: new Map(segments.map(({ key }, n) => [key, segment[n]!.id])),
    theme: new Map(themes.map(({ key }, n) => [key, theme[n]!.id])),
  }
  const insight = found.map((one) => insightRow(one, ids))
  const nps_response = npsRows(now, said, ids.contact)
  return {
    segment,
    contact: contact.map((row, n) => ({ ...row, segment_ids: segmentsOf(n, ids), ...latestOf(nps_response, row.id) })),
    theme,
    feedback: said.map((item) => feedbackRow(item, ids)),
    ...surveyRows(new Date(now.getTime() - workspaceAge * day), said, nps_response, ids.contact),
    ...ticketRows(said, ids.contact, now),
    ...interviewRows(said.filter(isInterview).map((item) => ({ ...item, customer: speakerOf(item) }))),
    feedback_triage: said.filter((item) => item.daysAgo > inboxDays).map(triageRow),
    insight,
    insight_theme: insight.flatMap(({ id, theme_ids, created_at }) =>
      theme_ids.map((theme_id) => ({ theme_id, insight_id: id, created_at }))),
    quote: found.map(quoteRow),
  }
}

/** Nobody writes at the same time every day: an item comes up to ten hours before its day's mark, never after it. */
function saidBefore(now: Date, item: DemoItem, index: number): Said {
  const stray = 10 + (createHash('sha256').update(`time/${index}`).digest().readUInt16BE() % 590)
  const at = new Date(now.getTime() - item.daysAgo * day - stray * minute)
  const content = isInterview(item) ? wordsOfCustomer(item.content, index) : item.content
  return { ...item, content, transcript: item.content, n: index, at, id: idAt(at, `feedback/${index}`) }
}

function foundIn(item: Said, insight: DemoInsight, n: number): Found {
  const at = new Date(item.at.getTime() + (n + 1) * minute)
  return { ...insight, item, at, id: idAt(at, `insight/${item.id}/${n}`), quoteId: idAt(at, `quote/${item.id}/${n}`) }
}

const stamped = (at: Date) => ({ created_at: at.toISOString(), updated_at: at.toISOString() })
const earliest = (all: readonly { at: Date }[]) => new Date(Math.min(...all.map((one) => one.at.getTime())))

const segmentRows = (at: Date) => segments.map(({ key, ...segment }) => ({ id: idAt(at, `segment/${key}`), ...segment, last_evaluated_at: at.toISOString(), ...stamped(at) }))

/** A contact is known since they first wrote. */
const contactRows = (said: readonly Said[]) =>
  contacts.map(({ name, email, country, company, education }, contact) => {
    const at = earliest(said.filter((item) => item.contact === contact))
    const attributes = education ? { education } : {}
    return { id: idAt(at, `contact/${email}`), name, email, country, company, attributes, first_seen_at: at.toISOString(), ...stamped(at) }
  })

/** A theme is as old as its first insight. */
const themeRows = (found: readonly Found[]) =>
  themes.map(({ key, ...theme }) => {
    const about = found.filter((insight) => insight.themes.includes(key))
    const at = earliest(about)
    return { id: idAt(at, `theme/${key}`), ...theme, origin: 'auto', insight_count: about.length, ...stamped(at) }
  })

/** As the rules of the segments would have it. */
const segmentsOf = (contact: number, ids: Ids) => contacts[contact]!.segments.map((key) => ids.segment.get(key)!).sort()

const sourceOf = ({ source, language }: DemoItem) => ({ source, source_type: sourceTypes[source], language: language ?? 'en' })

const isInterview = ({ source }: DemoItem) => source === 'interview'
const speakerOf = (item: DemoItem) => contacts[item.contact]!.name.split(' (')[0]!

const feedbackRow = (item: Said, ids: Ids) => ({
  id: item.id,
  ...sourceOf(item),
  title: item.title ?? (isInterview(item) ? `Interview with ${speakerOf(item)}` : null),
  content: item.content,
  contact_id: ids.contact[item.contact]!,
  status: 'analyzed',
  occurred_at: item.at.toISOString(),
  ...stamped(item.at),
})

/** Somebody looked at it the next day; what held nothing was dismissed. */
const triageRow = ({ id, at, insights }: Said) => ({
  feedback_id: id,
  state: insights.length ? 'processed' : 'dismissed',
  triaged_at: new Date(at.getTime() + day).toISOString(),
})

const insightRow = ({ id, name, sentiment, category, quote, tags, confidence, themes, item, at }: Found, ids: Ids) => ({
  id, name, sentiment, category, quote, tags, confidence,
  ...sourceOf(item),
  origin: 'auto',
  feedback_id: item.id,
  contact_id: ids.contact[item.contact]!,
  interview_date: item.source === 'interview' ? item.at.toISOString().slice(0, 10) : null,
  segment_ids: segmentsOf(item.contact, ids),
  theme_ids: themes.map((key) => ids.theme.get(key)!),
  occurred_at: item.at.toISOString(),
  ...stamped(at),
})

function quoteRow({ id, quoteId, quote, item, at }: Found) {
  const place = findQuote(quote, item.content)
  if (!place) throw new Error(`this demo quote is not in its source: ${quote}`)
  return {
    id: quoteId,
    insight_id: id,
    feedback_id: item.id,
    text: quote,
    start_at: place.start,
    end_at: place.end,
    speaker: item.source === 'interview' ? speakerOf(item) : null,
    verified: true,
    is_representative: true,
    created_at: at.toISOString(),
  }
}
