import { markClustered, storeConfidences } from '#domain/findings/analysis/queries-vectors.ts'
import { insertAssignedThemes } from '#domain/findings/insights/links/queries.ts'
import { insertSubthemeLinks, insertSubthemes } from '#domain/findings/subthemes/queries-write.ts'
import { insertFoundThemes } from '#domain/findings/themes/queries-found.ts'
import { recountSubthemes } from '#domain/ranking/queries-subthemes.ts'
import type { SynthesisPlan } from '#engine/clustering/plan-synthesis.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { lockInsightRows } from './queries.ts'

/* Writes a synthesis plan. Insights are locked before themes, as everywhere. */

type WrittenPlan = { themes: { id: string; name: string }[]; subthemes: string[] }

/** `clusteredIds` are the insights that the plan has considered, whether it assigned them or not. */
export async function writePlan(
  db: Db,
  org: string,
  model: string,
  { plan, clusteredIds }: { plan: SynthesisPlan; clusteredIds: readonly string[] },
): Promise<WrittenPlan> {
  const links = [
    ...plan.joins,
    ...plan.subthemes.flatMap(({ id, members }) => members.map((member) => ({ ...member, subtheme: id }))),
  ]
  const linkedIds = links.map(({ insight }) => insight)
  const matchedIds = plan.matches.map(({ insight }) => insight)
  await lockInsightRows(db, org, [...new Set([...linkedIds, ...matchedIds, ...clusteredIds])])
  const themeIds = await insertFoundThemes(db, org, plan)
  await insertSubthemes(db, org, model, { plan, themeIds })
  const matches = plan.matches.map(({ theme, ...match }) => ({ ...match, theme: themeIds.get(theme) ?? theme }))
  await linkToThemes(db, org, matches)
  await insertSubthemeLinks(db, org, links)
  await storeConfidences(db, org, {
    matches,
    suggestions: plan.suggestions.map(({ insight, themes }) => ({
      insight,
      themes: themes.map(({ theme_id, confidence }) => ({ theme_id: themeIds.get(theme_id) ?? theme_id, confidence })),
    })),
  })
  await markClustered(db, org, clusteredIds)
  await upsertEmbeddingSpace(db, org, model, plan)
  const changed = [...new Set(links.map(({ subtheme }) => subtheme))]
  await recountSubthemes(db, org, changed, true)
  return { themes: plan.themes.map(({ id, name }) => ({ id: themeIds.get(id)!, name })), subthemes: changed }
}

/** An insight that a person has changed in between is left as it is. */
async function linkToThemes(db: Db, org: string, matches: SynthesisPlan['matches']) {
  const rows = await db.rows<{ insight_id: string; theme_id: string }>(sql`
    select distinct x.insight as insight_id, t.id as theme_id
    from unnest(${matches.map(({ insight }) => insight)}::uuid[], ${matches.map(({ theme }) => theme)}::uuid[])
      as x (insight, theme)
    join insight i on i.org_id = ${org} and i.id = x.insight and not i.themes_overridden and not i.edited_by_human
    join theme t on t.org_id = ${org} and t.id = x.theme and t.archived_at is null and t.merged_into_id is null
    order by 1, 2`)
  await insertAssignedThemes(db, org, rows)
}

const upsertEmbeddingSpace = (db: Db, org: string, model: string, { mean, unclusteredCount }: SynthesisPlan) =>
  db.run(sql`
    insert into embedding_space (org_id, model, mean, unclustered_count, updated_at)
    values (${org}, ${model}, ${Buffer.from(mean.buffer, mean.byteOffset, mean.byteLength)}, ${unclusteredCount}, now())
    on conflict (org_id, model) do update set unclustered_count = excluded.unclustered_count,
      updated_at = excluded.updated_at`)
