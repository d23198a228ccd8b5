import type { competitors } from '#contract/resources/competitors.ts'
import { answer, type Handlers } from '#contract/core/route.ts'
import { addBehind } from '#domain/competitors/graph/insights.ts'
import { wordMatches } from '#domain/competitors/synthesis/analyst.ts'
import type { Ctx } from '#domain/context.ts'
import { promoteOpportunity } from '#domain/planning/opportunities/changes.ts'
import { showOpportunity } from '#domain/planning/opportunities/present.ts'
import { sql } from '#store/sql.ts'
import { matchingCandidates } from './first-party.ts'
import { sourceOf } from './source.ts'

const promotedBefore = ({ db, org }: Ctx, type: string, key: string) =>
  db.first<{ id: string }>(
    sql`select id from opportunity where org_id = ${org} and source_type = ${type} and source_id = ${key}`,
  )

/** The organization's own insights that say the same; looked for only when the item is made. */
async function firstParty(ctx: Ctx, about: string): Promise<string[]> {
  const candidates = await matchingCandidates(ctx.db, ctx.org, about)
  const [places] = wordMatches(
    [about],
    candidates.map(({ name }) => name),
  )
  return places!.map((place) => candidates[place]!.id)
}

export const handlers: Handlers<Pick<typeof competitors, 'promoteCompetitorFinding'>, Ctx> = {
  async promoteCompetitorFinding(ctx, { title, include_first_party_feedback, ...wanted }) {
    const source = await sourceOf(ctx, wanted)
    const existing = async (id: string) =>
      answer(200, { ...(await showOpportunity(ctx, id)), existing: true, matched_first_party_insight_count: 0 })
    const before = await promotedBefore(ctx, source.type, source.key)
    if (before) return existing(before.id)
    const matched = include_first_party_feedback ? await firstParty(ctx, source.about) : []
    const id = await promoteOpportunity(ctx, {
      title,
      category: source.category,
      summary: source.summary,
      insight_ids: matched,
      source: { type: source.type, id: source.key },
    })
    // Somebody else was a moment faster.
    if (id === undefined) return existing((await promotedBefore(ctx, source.type, source.key))!.id)
    await addBehind(ctx.db, ctx.org, id, source.insightIds, ctx.user)
    ctx.emit('competitor.promoted')
    ctx.emit('opportunity.created')
    return { ...(await showOpportunity(ctx, id)), existing: false, matched_first_party_insight_count: matched.length }
  },
}
