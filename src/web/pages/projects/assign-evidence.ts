import { forBatches, reportError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call, fetchAll } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'

const assign = (project_id: string, ids: readonly string[]) =>
  forBatches(ids, (insight_ids) => call('buildProjects', { action: 'assign_insights', project_id, insight_ids }))

const unassign = (project_id: string, ids: readonly string[]) =>
  forBatches(ids, (insight_ids) => call('buildProjects', { action: 'unassign_insights', project_id, insight_ids }))

/** Adds insights to the evidence of a Project, with one undo for all of them. */
export async function assignEvidence(projectId: string, insightIds: readonly string[]): Promise<void> {
  // Undo must not remove what was evidence before.
  const before = new Set((await fetchAll('listInsights', { project_id: projectId })).map(({ id }) => id))
  const added = insightIds.filter((id) => !before.has(id))
  const outcome = await assign(projectId, added)
  reportError(outcome, added.length)
  const { done } = outcome
  if (done.length > 0)
    toast({
      title: t('{count, one {# insight} other {# insights}} added as evidence', { count: done.length }),
      action: { label: t('Undo'), run: () => void removeEvidence(projectId, done) },
    })
  invalidateAll()
}

async function removeEvidence(projectId: string, insightIds: readonly string[]) {
  reportError(await unassign(projectId, insightIds), insightIds.length)
  invalidateAll()
}
