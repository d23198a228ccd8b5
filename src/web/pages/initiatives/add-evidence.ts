import { forBatches, forEachItem, reportError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call, fetchAll } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'

/** Adds insights to the evidence of an initiative, with one undo for all of them. */
export async function addInitiativeEvidence(initiativeId: string, insightIds: readonly string[]): Promise<void> {
  // Undo must not remove what was evidence before.
  const before = new Set((await fetchAll('listInitiativeInsights', { initiativeId })).map(({ id }) => id))
  const added = insightIds.filter((id) => !before.has(id))
  const outcome = await forBatches(added, (insight_ids) => call('addInitiativeInsights', { initiativeId, insight_ids }))
  reportError(outcome, added.length)
  const { done } = outcome
  if (done.length > 0)
    toast({
      title: t('{count, one {# insight} other {# insights}} added as evidence', { count: done.length }),
      action: { label: t('Undo'), run: () => void removeEvidence(initiativeId, done) },
    })
  invalidateAll()
}

async function removeEvidence(initiativeId: string, insightIds: readonly string[]) {
  const outcome = await forEachItem(insightIds, (insightId) =>
    call('removeInitiativeInsight', { initiativeId, insightId }),
  )
  reportError(outcome, insightIds.length)
  invalidateAll()
}
