import type { Static } from 'typebox'
import type { CheckinSnapshot as SnapshotSchema } from '#contract/resources/competitor-checkin-shapes.ts'
import type { Graph } from '#domain/competitors/synthesis/graph.ts'

export type Snapshot = Static<typeof SnapshotSchema>
/** Ranks and scores of one run. */
export type Ranking = {
  insights: number
  themes: { id: string; name: string; rank: number }[]
  opportunities: { id: string; title: string; impactScore: number }[]
}

export const rankingOf = ({ members, subthemes, teasers }: Graph): Ranking => ({
  insights: members.length,
  themes: subthemes.map(({ id, name, rank }) => ({ id, name, rank })),
  opportunities: teasers.map(({ id, title, impact_score }) => ({ id, title, impactScore: Math.round(impact_score) })),
})

const named = ({ id, name }: { id: string; name: string }) => ({ id, name })

/** The changes between two runs, or `changed: false`. */
export function compareRankings(before: Ranking, after: Ranking, previous: string | null): Snapshot {
  const ranks = new Map(before.themes.map(({ id, rank }) => [id, rank]))
  const scores = new Map(before.opportunities.map(({ id, impactScore }) => [id, impactScore]))
  const currentIds = new Set(after.themes.map(({ id }) => id))
  const themes = after.themes
    .filter(({ id, rank }) => ranks.has(id) && ranks.get(id) !== rank)
    .map(({ id, name, rank }) => ({
      id,
      name,
      rank: { before: ranks.get(id)!, after: rank, delta: rank - ranks.get(id)! },
    }))
  const opportunities = after.opportunities
    .filter(({ id, impactScore }) => scores.has(id) && scores.get(id) !== impactScore)
    .map(({ id, title, impactScore }) => ({
      id,
      title,
      impactScore: { before: scores.get(id)!, after: impactScore, delta: impactScore - scores.get(id)! },
    }))
  const added = {
    insights: Math.max(0, after.insights - before.insights),
    themes: after.themes.filter(({ id }) => !ranks.has(id)).map(named),
  }
  const removed = { themes: before.themes.filter(({ id }) => !currentIds.has(id)).map(named) }
  const changed =
    themes.length + opportunities.length + added.insights + added.themes.length + removed.themes.length > 0
  return changed ? { changed, previous_run_id: previous, themes, opportunities, added, removed } : { changed }
}
