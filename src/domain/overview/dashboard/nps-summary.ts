import { addTally, summarizeNps } from '#engine/nps/score.ts'
import type { NpsTally } from '#vocabulary/nps.ts'

type NpsTheme = { theme_id: string; name: string; color: string; promoters: number; detractors: number }
export type NpsFigures = { current: NpsTally; previous: NpsTally; themes: NpsTheme[] }

/** Null without responses in both periods. */
export function npsSummary({ current, previous, themes }: NpsFigures) {
  const [now, before] = [summarizeNps(current), summarizeNps(previous)]
  if (summarizeNps(addTally(current, previous)).responses === 0) return null
  const delta = now.score === null || before.score === null ? null : now.score - before.score
  return {
    score: now.score,
    previous_score: before.score,
    delta,
    responses: now.responses,
    comparable: !now.low_sample && !before.low_sample,
    influencing_themes: themes,
  }
}
