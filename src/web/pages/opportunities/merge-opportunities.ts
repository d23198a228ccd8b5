import { invalidateAll } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { toast, toastUndo } from '#web/toasts.ts'

/* Merging and splitting opportunities, each with its undo. */

type Titled = { id: string; title: string }

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast({ tone: 'bad', title: errorMessage(error) })
    return false
  } finally {
    invalidateAll()
  }
}

/** As many as one request takes. */
export const maxSources = 20

export async function mergeOpportunities(target: Titled, sources: readonly Titled[]): Promise<boolean> {
  const ids = sources.map(({ id }) => id)
  const isDone = await attempt(() =>
    call('mergeOpportunities', { opportunityId: target.id, source_opportunity_ids: ids }),
  )
  if (isDone)
    toastUndo(
      t('{count, one {# opportunity} other {# opportunities}} merged into {name}', {
        count: ids.length,
        name: target.title,
      }),
      () => void undoMerge(ids),
    )
  return isDone
}

/** The last first, so that each finds what it left. */
export const undoMerge = (ids: readonly string[]) =>
  attempt(async () => {
    for (const opportunityId of ids.toReversed()) await call('unmergeOpportunity', { opportunityId })
  })

/** As many ids as one request takes. */
export const maxSplitOff = 100

type Split = { title: string; insight_ids: string[] }

/** Answers the new opportunity. */
export async function splitOff(origin: Titled, { title, insight_ids }: Split, onUndo: () => void) {
  let part: string | undefined
  const isDone = await attempt(
    async () => (part = (await call('splitOpportunity', { opportunityId: origin.id, title, insight_ids })).id),
  )
  if (!isDone) return undefined
  const count = insight_ids.length
  toastUndo(t('{count, one {# insight} other {# insights}} split off as {name}', { count, name: title }), () => {
    onUndo()
    void undoSplit(part!)
  })
  return part
}

export const undoSplit = (opportunityId: string) => attempt(() => call('unsplitOpportunity', { opportunityId }))
