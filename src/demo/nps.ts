import { createHash } from 'node:crypto'
import { idAt } from './ids.ts'

const day = 86_400_000
const everyDays = 45
const rounds = 4

type Sentiment = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL'
type Asked = { n: number; mood: Sentiment }
type Said = Asked & { id: string; at: Date; source: string; contact: number }
export type NpsRow = {
  id: string
  score: number
  source: string
  contact_id: string
  feedback_id: string | null
  responded_at: string
  created_at: string
  updated_at: string
}

const pick = (key: string, from: readonly number[]) =>
  from[createHash('sha256').update(key).digest().readUInt16BE() % from.length]!

/** Survey answers tell why; the score fits what they say. */
const told: Record<Sentiment, readonly number[]> = { POSITIVE: [9, 9, 10], NEUTRAL: [7, 8], NEGATIVE: [3, 5, 6] }
export const scoreOf = ({ n, mood }: Asked) => pick(`told/${n}`, told[mood])
/** Everybody is asked every six weeks, and most click a number without a word. */
const silent: readonly number[] = [10, 9, 9, 8, 8, 7, 6, 4]

export function npsRows(now: Date, said: readonly Said[], contactIds: readonly string[]): NpsRow[] {
  const row = (at: Date, contact: number, score: number, source: string, feedback_id: string | null): NpsRow => {
    const moment = at.toISOString()
    return {
      id: idAt(at, `nps/${contact}/${moment}`),
      score,
      source,
      contact_id: contactIds[contact]!,
      feedback_id,
      responded_at: moment,
      created_at: moment,
      updated_at: moment,
    }
  }
  const reasons = said
    .filter((item) => item.source === 'survey')
    .map((item) => row(item.at, item.contact, scoreOf(item), 'survey', item.id))
  const clicks = contactIds.flatMap((_, contact) =>
    Array.from({ length: rounds }, (_, round) =>
      row(
        new Date(now.getTime() - (round * everyDays + 3 + (contact % 40)) * day),
        contact,
        pick(`nps/${contact}/${round}`, silent),
        'in_app',
        null,
      ),
    ),
  )
  return [...reasons, ...clicks]
}

/** The newest answer of each contact, as the contact shows it. */
export const latestOf = (rows: readonly NpsRow[], contact: string) => {
  const latest = rows
    .filter((row) => row.contact_id === contact)
    .sort((a, b) => (a.responded_at < b.responded_at ? 1 : -1))[0]
  return { nps_score: latest?.score ?? null, nps_at: latest?.responded_at ?? null }
}
