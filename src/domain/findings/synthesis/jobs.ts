import { insertEvents, type NewEvent } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { activeEmbedder } from '#domain/findings/analysis/active-model.ts'
import { listEmbeddingSpaces } from '#domain/findings/analysis/queries-vectors.ts'
import { replaceProposals } from '#domain/findings/proposals/queries.ts'
import { requestGrouping } from '#domain/findings/llm-grouping/queries.ts'
import { listWritten } from '#domain/llm-tasks/queries-texts.ts'
import { reviewGroups } from '#domain/llm-tasks/schedule-review.ts'
import { scheduleSynthesis } from '#domain/findings/analysis/schedule-synthesis.ts'
import { centeringMean, planSynthesis, type SynthesisPlan } from '#engine/clustering/plan-synthesis.ts'
import { reviewThemes, type ThemeProposal } from '#engine/clustering/review-themes.ts'
import { embedDefinition, isDefined } from '#engine/clustering/theme-definition.ts'
import type { InsightVector } from '#engine/clustering/types.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { listPrototypes } from './prototypes.ts'
import { writePlan } from './queries-plan.ts'
import { listClusteredInsights } from './queries-proposals.ts'
import {
  findEmbeddingSpace,
  hasEnoughUnclustered,
  isBacklogRefreshQueued,
  isUnchangedSince,
  listTakenNames,
  listThemeMembers,
  listStoredThemes,
  listUnassignedInsights,
  listUnclusteredInsights,
  lockBacklogSchedule,
  maxUnclustered,
} from './queries.ts'

/**
 * Assigns all new insights to subthemes and themes, on request proposes changes of themes, then schedules a refresh of
 * the backlog.
 */
export async function synthesizeThemes(run: JobRun, { review }: { review?: boolean }) {
  const embedder = await activeEmbedder(run)
  for (let turn = 0; ; turn++) {
    run.signal.throwIfAborted()
    await run.progress({ stage: 'synthesizing', done: turn })
    const unclustered = await listUnclusteredInsights(run.db, run.org, embedder.model)
    const plan = await preparePlan(run, embedder, unclustered)
    if (!plan) break
    const ids = unclustered.map(({ id }) => id)
    const applied = await run.write((db) => applyPlan(run, db, embedder.model, { plan, insightIds: ids }))
    if (applied && unclustered.length < maxUnclustered) break
  }
  const proposals = review ? await findProposals(run, embedder) : undefined
  return async (db: Db) => {
    if (proposals) await replaceProposals(db, run.org, proposals)
    // Analysis jobs that ended while this one ran have relied on it to schedule the next.
    await scheduleSynthesis(run, db, () => hasEnoughUnclustered(db, run.org, embedder.model))
    await scheduleBacklogRefresh(run, db)
    await reviewGroups(run, db)
    await requestGrouping(db, run.org)
  }
}

/** A plan, and the version of the data it is based on. */
type VersionedPlan = SynthesisPlan & { readAt: string | null }

async function preparePlan(
  { db, org }: JobRun,
  { model, tier, embed }: Embedder,
  unclustered: InsightVector[],
): Promise<VersionedPlan | undefined> {
  const space = await findEmbeddingSpace(db, org, model)
  // Themes of an earlier version's model: they are moved to this one first, by a refresh of the vectors.
  if (!space && tier === 'model' && (await listEmbeddingSpaces(db, org)).length > 0) return undefined
  const unassigned = await listUnassignedInsights(db, org, model)
  const themes = await listStoredThemes(db, org)
  const mean = centeringMean(space, unclustered)
  if (!mean || unclustered.length === 0) return undefined
  const subthemes = await listPrototypes(db, org, { model, embed }, mean)
  const takenNames = await listTakenNames(db, org)
  const defined = await Promise.all(
    themes
      .filter(isDefined)
      .map(async (theme) => ({ theme: theme.id, definition: await embedDefinition(embed, mean, theme) })),
  )
  const members = await listThemeMembers(db, org, model)
  const plan = await planSynthesis(
    { mean, space, unclustered, unassigned, subthemes, takenNames, defined, members, themes },
    newId,
    embed,
  )
  return { ...plan, readAt: space?.updated_at ?? null }
}

/** False when another synthesis has written in between: then a new plan must be made. */
async function applyPlan(
  run: JobRun,
  db: Db,
  model: string,
  { plan, insightIds }: { plan: VersionedPlan; insightIds: readonly string[] },
): Promise<boolean> {
  const { org } = run
  if (!(await isUnchangedSince(db, org, model, { insightIds, readAt: plan.readAt }))) return false
  const written = await writePlan(db, org, model, { plan, clusteredIds: insightIds })
  const events: NewEvent[] = [
    ...written.themes.map((theme) => ({
      type: 'theme.created' as const,
      resource: theme.id,
      object: JSON.stringify(theme),
    })),
    ...written.subthemes.map((id) => ({
      type: 'subtheme.synthesized' as const,
      resource: id,
      object: JSON.stringify({ id }),
    })),
  ]
  const actor = { type: 'system' as const, id: run.id }
  const origin = { operation: 'subtheme_synthesis', actor, user: run.user, requestId: null }
  if (events.length) await db.run(insertEvents(org, origin, events))
  return true
}

async function findProposals({ db, org }: JobRun, { model, embed }: Embedder): Promise<ThemeProposal[]> {
  const space = await findEmbeddingSpace(db, org, model)
  if (!space) return []
  const proposals = await reviewThemes(
    space.mean,
    await listStoredThemes(db, org),
    await listClusteredInsights(db, org, model),
    embed,
  )
  // A name that the language model has chosen is not to be replaced by a phrase.
  const named = new Set(await listWritten(db, org, 'theme'))
  return proposals.filter(({ kind, theme }) => kind !== 'rename' || !named.has(theme))
}

async function scheduleBacklogRefresh(run: JobRun, db: Db) {
  await lockBacklogSchedule(db, run.org)
  if (!(await isBacklogRefreshQueued(db, run.org))) await run.enqueue(db, 'backlog_refresh', {})
}
