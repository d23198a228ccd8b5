import type { Static } from 'typebox'
import type { RegroupingDetail } from '#contract/resources/regrouping-shapes.ts'
import type { ReadCtx } from '#domain/context.ts'
import type { GroupingChanges } from './changes.ts'
import { listRegroupedInsights, type RegroupingRow } from './queries.ts'

const maxDecided = 50

/** With the words of the insights as they are now. */
export async function showRegrouping(
  { db, org }: Pick<ReadCtx, 'db' | 'org'>,
  { changes, ...row }: RegroupingRow & { changes: GroupingChanges },
): Promise<Static<typeof RegroupingDetail>> {
  const { themes, subthemes, unsorted, decided } = changes
  const decidedIds = decided.insights.slice(0, maxDecided)
  const ids = [...themes, ...subthemes, unsorted].flatMap((group) => group.sample_ids)
  const found = await listRegroupedInsights(db, org, [...new Set([...ids, ...decidedIds])])
  const byId = new Map(found.map((one) => [one.insight_id, one]))
  const insightsOf = (wanted: readonly string[]) => wanted.flatMap((id) => byId.get(id) ?? [])
  const withSamples = <T extends { sample_ids: readonly string[] }>({ sample_ids, ...group }: T) => ({
    ...group,
    samples: insightsOf(sample_ids),
  })
  return {
    ...row,
    themes: themes.map((theme) => withSamples(theme)),
    subthemes: subthemes.map((subtheme) => withSamples(subtheme)),
    unsorted: withSamples(unsorted),
    decided_by_people: {
      theme_ids: decided.themes,
      subtheme_ids: decided.subthemes,
      insight_count: decided.insights.length,
      insights: insightsOf(decidedIds),
    },
  }
}
