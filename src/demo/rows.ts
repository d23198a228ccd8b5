import { createHash } from 'node:crypto'
import { findQuote } from '#engine/quote.ts'
import { feedback } from './content/feedback.ts'
import { type DemoInsight, type DemoItem, sourceTypes } from './content/kinds.ts'
import { contacts, segments } from './content/people.ts'
import { themes } from './content/themes.ts'
import { idAt } from './ids.ts'

const minute = 60_000
const day = 24 * 60 * minute
const oldest = 181

/** Nobody writes at the same time every day: an item comes up to ten hours before its day's mark, never after it. */
const strayMinutes = (index: number) => 10 + (createHash('sha256').update(`time/${index}`).digest().readUInt16BE() % 590)

const stamped = (at: Date) => ({ created_at: at.toISOString(), updated_at: at.toISOString() })
const first = (times: readonly Date[]) => new Date(Math.min(...times.map(Number)))

/** The content as rows, dated back from `now`; the same `now` gives the same rows. */
export function demoRows(now: Date) {
  const said = feedback.map((item, index) => ({ ...item, index, at: new Date(now.getTime() - item.daysAgo * day - strayMinutes(index) * minute) }))
  const found = said.flatMap((item) => item.insights.map((insight, n) => ({ item, insight, at: new Date(item.at.getTime() + (n + 1) * minute), key: `${item.index}/${n}` })))
  const start = new Date(now.getTime() - oldest * day)

  const segmentRows = segments.map(({ key, ...segment }) => ({ id: idAt(start, `segment/${key}`), ...segment, ...stamped(start) }))
  const contactRows = contacts.map(({ name, email }, contact) => {
    const at = first(said.filter((item) => item.contact === contact).map((item) => item.at))
    return { id: idAt(at, `contact/${email}`), name, email, ...stamped(at) }
  })
  const themeRows = themes.map(({ key, ...theme }) => {
    const about = found.filter(({ insight }) => insight.themes.includes(key))
    const at = first(about.map((one) => one.at))
    return { id: idAt(at, `theme/${key}`), ...theme, origin: 'auto', insight_count: about.length, ...stamped(at) }
  })
  const feedbackRows = said.map((item) => ({
    id: idAt(item.at, `feedback/${item.index}`), ...origin(item), title: item.title ?? null, content: item.content,
    contact_id: contactRows[item.contact]!.id, occurred_at: item.at.toISOString(), ...stamped(item.at),
  }))

  const idsOf = (keys: readonly string[], all: readonly { key: string }[], rows: readonly { id: string }[]) => keys.map((key) => rows[all.findIndex((one) => one.key === key)]!.id)
  const insightRows = found.map(({ item, insight, at, key }) => ({
    id: idAt(at, `insight/${key}`), ...wording(insight), ...origin(item), origin: 'auto',
    feedback_id: feedbackRows[item.index]!.id, contact_id: contactRows[item.contact]!.id,
    interview_date: item.source === 'interview' ? item.at.toISOString().slice(0, 10) : null,
    segment_ids: idsOf(contacts[item.contact]!.segments, segments, segmentRows), theme_ids: idsOf(insight.themes, themes, themeRows),
    occurred_at: item.at.toISOString(), ...stamped(at),
  }))
  const linkRows = insightRows.flatMap(({ id, theme_ids, created_at }) => theme_ids.map((theme_id) => ({ theme_id, insight_id: id, created_at })))
  const quoteRows = found.map(({ item, insight, at, key }, n) => ({
    id: idAt(at, `quote/${key}`), insight_id: insightRows[n]!.id, feedback_id: feedbackRows[item.index]!.id, ...placed(insight.quote, item),
    speaker: item.source === 'interview' ? contacts[item.contact]!.name.split(' (')[0]! : null, is_representative: true, created_at: at.toISOString(),
  }))
  return { segmentRows, contactRows, themeRows, feedbackRows, insightRows, linkRows, quoteRows }
}

const origin = ({ source, language = 'en' }: DemoItem) => ({ source, source_type: sourceTypes[source], language })
const wording = ({ name, sentiment, category, quote, tags, confidence }: DemoInsight) => ({ name, sentiment, category, quote, tags, confidence })

function placed(quote: string, item: DemoItem) {
  const place = findQuote(quote, item.content)
  if (!place) throw new Error(`this demo quote is not in its source: ${quote}`)
  return { text: quote, start_at: place.start, end_at: place.end, verified: true }
}
