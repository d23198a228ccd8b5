import { useRef, useState } from 'react'
import { forBatches, forEachItem, type Outcome, showBatchError } from '#web/api/batches.ts'
import { invalidateAll } from '#web/api/cache.ts'
import { call } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import type { InsightItem } from '#web/pages/insights/insight-columns.tsx'
import { offerLookalikes } from '#web/shell/lookalikes/offer.ts'
import { toast, undoToast } from '#web/toasts.ts'

type Insights = readonly InsightItem[]
type NamedTheme = { id: string; name: string }
type Choice = {
  insights: Insights
  send: (insights: Insights) => Promise<Outcome<InsightItem>>
  message: (count: number) => string
  /** What an undo takes back beside the themes. */
  takeBack?: () => Promise<unknown>
}
/** A choice that was made; `done` are the insights that the server has sorted. */
type Made = Pick<Choice, 'takeBack'> & { done: Promise<Insights>; dismissToast?: () => void }

/** When each row was sorted; a row whose request is under way was not counted yet. */
type SortedAt = ReadonlyMap<string, number>

function changed(before: SortedAt, insights: Insights, at: number | undefined): SortedAt {
  const next = new Map(before)
  for (const { id } of insights)
    if (at === undefined) next.delete(id)
    else next.set(id, at)
  return next
}

const showError = (error: unknown) => toast({ tone: 'bad', title: errorMessage(error) })

/** Chooses the themes of rows, which leave the list at once and come back on an error or by an undo. */
export function useSorting() {
  const [sortedAt, setSortedAt] = useState<SortedAt>(new Map())
  /** The row that an undo has brought back. */
  const [restored, setRestored] = useState<string>()
  const history = useRef<Made[]>([])
  const mark = (insights: Insights, at: number | undefined) => setSortedAt((before) => changed(before, insights, at))
  const forget = (made: Made) => (history.current = history.current.filter((one) => one !== made))
  const undo = async (made: Made) => {
    if (!history.current.includes(made)) return
    forget(made)
    made.dismissToast?.()
    const done = await made.done
    mark(done, undefined)
    setRestored(done[0]?.id)
    const outcome = await forEachItem(done, ({ id }) => call('resetInsightThemes', { insightId: id }))
    showBatchError(outcome, done.length)
    if (outcome.error === undefined) await made.takeBack?.().catch(showError)
    invalidateAll()
  }
  const choose = async ({ insights, send, message, takeBack }: Choice): Promise<Insights> => {
    mark(insights, Infinity)
    const result = send(insights)
    const made: Made = { done: result.then(({ done }) => done), ...(takeBack && { takeBack }) }
    history.current.push(made)
    const outcome = await result
    mark(insights, undefined)
    mark(outcome.done, Date.now())
    showBatchError(outcome, insights.length)
    if (outcome.done.length === 0) forget(made)
    else if (history.current.includes(made))
      made.dismissToast = undoToast(message(outcome.done.length), () => void undo(made))
    invalidateAll()
    return outcome.done
  }
  const undoLast = () => {
    const last = history.current.at(-1)
    if (last) void undo(last)
    else toast({ title: t('Nothing to undo') })
  }
  return { sortedAt, restored, setRestored, choose, undoLast }
}

export type Sorting = ReturnType<typeof useSorting>

const linkTo = (themeId: string) => (insights: Insights) =>
  forBatches(insights, (batch) => call('linkThemeInsights', { themeId, insight_ids: batch.map(({ id }) => id) }))

const offerOthers = (theme: NamedTheme, done: Insights) =>
  void offerLookalikes(
    { theme },
    done.map(({ id }) => id),
  )

/** What can be chosen for rows. */
export const choicesOf = ({ choose }: Pick<Sorting, 'choose'>) => {
  const added = (name: string) => (count: number) =>
    t('{count, one {# insight} other {# insights}} added to {name}', { count, name })
  const add = async ({ id, name }: NamedTheme, insights: Insights) =>
    offerOthers({ id, name }, await choose({ insights, send: linkTo(id), message: added(name) }))
  /** A theme that was created for these insights; an undo archives it unless others were added since. */
  const addToNew = async ({ id, name }: NamedTheme, insights: Insights) => {
    const done = await choose({
      insights,
      send: linkTo(id),
      message: (count) => t('Created “{name}”', { name }) + ` · ${added(name)(count)}`,
      takeBack: () => archiveIfEmpty(id),
    })
    offerOthers({ id, name }, done)
  }
  const addToNone = async (insights: Insights) => {
    await choose({
      insights,
      send: () => forEachItem(insights, ({ id }) => call('replaceInsightThemes', { insightId: id, theme_ids: [] })),
      message: (count) => t('{count, one {# insight} other {# insights}} left without a theme', { count }),
    })
  }
  return { add, addToNew, addToNone }
}

async function archiveIfEmpty(themeId: string) {
  const { insight_count } = await call('getTheme', { themeId })
  if (insight_count === 0) await call('archiveTheme', { themeId })
}
