import { createHash } from 'node:crypto'
import { idAt } from './ids.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'

const day = 86_400_000
const intervalDays = 45
const rounds = 4

type Respondent = { n: number; mood: Sentiment }
type SurveyItem = Respondent & { id: string; at: Date; source: string; contact: number }
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

/** Scores of survey answers with a text: they match its sentiment. */
const scoresBySentiment: Record<Sentiment, readonly number[]> = {
  POSITIVE: [9, 9, 10],
  NEUTRAL: [7, 8],
  NEGATIVE: [3, 5, 6],
}
export const scoreOf = ({ n, mood }: Respondent) => pick(`told/${n}`, scoresBySentiment[mood])
/** Scores given without a text: every contact is asked every six weeks. */
const scoresWithoutText: readonly number[] = [10, 9, 9, 8, 8, 7, 6, 4]

export function demoNpsRows(now: Date, items: readonly SurveyItem[], contactIds: readonly string[]): NpsRow[] {
  type Response = { at: Date; contact: number; score: number; source: string; feedback_id: string | null }
  const row = ({ at, contact, score, source, feedback_id }: Response): NpsRow => {
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
  const withText = items
    .filter((item) => item.source === 'survey')
    .map((item) => row({ ...item, score: scoreOf(item), feedback_id: item.id }))
  const withoutText = contactIds.flatMap((_, contact) =>
    Array.from({ length: rounds }, (_, round) =>
      row({
        at: new Date(now.getTime() - (round * intervalDays + 3 + (contact % 40)) * day),
        contact,
        score: pick(`nps/${contact}/${round}`, scoresWithoutText),
        source: 'in_app',
        feedback_id: null,
      }),
    ),
  )
  return [...withText, ...withoutText]
}

/** The latest score of a contact. */
export const latestOf = (rows: readonly NpsRow[], contact: string) => {
  const latest = rows
    .filter((row) => row.contact_id === contact)
    .sort((a, b) => (a.responded_at < b.responded_at ? 1 : -1))[0]
  return { nps_score: latest?.score ?? null, nps_at: latest?.responded_at ?? null }
}
