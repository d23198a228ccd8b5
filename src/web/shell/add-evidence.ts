import { forBatches, forEachItem, type Outcome, showBatchError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call, fetchAll } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import type { Importance } from '#vocabulary/importance.ts'
import { toastUndo } from '#web/toasts.ts'

type Change = (ids: readonly string[]) => Promise<Outcome<string>>
type Plan = { linked: () => Promise<{ id: string }[]>; add: Change; remove: Change }

/** Adds insights to the evidence of a plan, with one undo for all of them. */
async function addEvidence({ linked, add, remove }: Plan, insightIds: readonly string[]): Promise<void> {
  // Undo must not remove what was evidence before.
  const before = new Set((await linked()).map(({ id }) => id))
  const added = insightIds.filter((id) => !before.has(id))
  const outcome = await add(added)
  showBatchError(outcome, added.length)
  const { done } = outcome
  const undo = async () => {
    showBatchError(await remove(done), done.length)
    invalidateAll()
  }
  if (done.length > 0)
    toastUndo(
      t('{count, one {# insight} other {# insights}} added as evidence', { count: done.length }),
      () => void undo(),
    )
  invalidateAll()
}

export function addProjectEvidence(project_id: string, insightIds: readonly string[]) {
  const change = (action: 'assign_insights' | 'unassign_insights') => (ids: readonly string[]) =>
    forBatches(ids, (insight_ids) => call('buildProjects', { action, project_id, insight_ids }))
  const linked = () => fetchAll('listInsights', { project_id })
  return addEvidence({ linked, add: change('assign_insights'), remove: change('unassign_insights') }, insightIds)
}

export function addInitiativeEvidence(initiativeId: string, insightIds: readonly string[]) {
  const linked = () => fetchAll('listInitiativeInsights', { initiativeId })
  const add: Change = (ids) =>
    forBatches(ids, (insight_ids) => call('addInitiativeInsights', { initiativeId, insight_ids }))
  const remove: Change = (ids) =>
    forEachItem(ids, (insightId) => call('removeInitiativeInsight', { initiativeId, insightId }))
  return addEvidence({ linked, add, remove }, insightIds)
}

export function addOpportunityEvidence(
  opportunityId: string,
  insightIds: readonly string[],
  importance: Importance | null = null,
) {
  const linked = () => fetchAll('listOpportunityInsights', { opportunityId })
  const add: Change = (ids) =>
    forBatches(ids, (insight_ids) => call('addOpportunityInsights', { opportunityId, insight_ids, importance }))
  const remove: Change = (ids) =>
    forEachItem(ids, (insightId) => call('removeOpportunityInsight', { opportunityId, insightId }))
  return addEvidence({ linked, add, remove }, insightIds)
}
