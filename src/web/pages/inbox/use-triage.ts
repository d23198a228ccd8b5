import { useState } from 'react'
import { forBatches, showBatchError } from '#web/api/batches.ts'
import { invalidateAll, patchCache } from '#web/api/cache.ts'
import { call, type ItemOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { useHotkeys } from '#web/use-hotkeys.ts'
import { useRegisterCommands } from '#web/shell/commands/page-commands.ts'
import { toast, toastUndo } from '#web/toasts.ts'
import { useMay } from '#web/api/may.tsx'

export type InboxItem = ItemOf<'listInbox'>
type TriageState = 'processed' | 'dismissed' | 'snoozed' | 'new'

/** Requests in flight. */
let pendingCount = 0

type TriageOptions = {
  until?: string
  message?: string
  /** Runs before the change; returns how to undo it. */
  before?: () => Promise<() => Promise<unknown>>
}

/** Sets the state of items optimistically: rolls back on failure, offers undo on success. */
export async function triage(
  ids: readonly string[],
  state: TriageState,
  { until, message, before }: TriageOptions = {},
) {
  const rollBack = patchCache(ids, null, 'inbox')
  pendingCount += 1
  try {
    const undo = await before?.()
    const outcome = await forBatches(ids, (feedback_ids) =>
      call('triageFeedback', { feedback_ids, state, ...(until && { until }) }),
    )
    if (outcome.error !== undefined) {
      rollBack()
      showBatchError(outcome, ids.length)
    } else if (message) toastUndo(message, () => void Promise.resolve(undo?.()).then(() => triage(ids, 'new')))
  } catch (error) {
    rollBack()
    toast({ tone: 'bad', title: errorMessage(error) })
  } finally {
    pendingCount -= 1
    // Refetching earlier would show items again whose change is still in flight.
    if (pendingCount === 0) invalidateAll()
  }
}

/** The first sentence, as a provisional name of an insight. */
export const nameFrom = (content: string) => {
  const [first = content] = content.trim().split(/(?<=[.!?])\s|\n/)
  return first.length <= 120 ? first : `${first.slice(0, 117).replace(/\s+\S*$/, '')}…`
}

const createInsightFrom = (item: InboxItem, name: string) =>
  call('createInsight', {
    name,
    sentiment: 'NEUTRAL',
    category: 'GENERAL_FEEDBACK',
    feedback_id: item.id,
    ...(item.contact_id && { contact_id: item.contact_id }),
    ...(name.endsWith('…') || name.length < 3 ? {} : { quote: name }),
  })

/** The insights of an item; where the analysis found none, a new one of its first sentence. */
export const insightIdsOf = async (item: InboxItem): Promise<string[]> =>
  item.insights.length > 0
    ? item.insights.map(({ id }) => id)
    : [(await createInsightFrom(item, nameFrom(item.content))).id]

/** Taken back by an undo: deleted, or dismissed by those who may not delete. */
const takeBack = (insightId: string, mayDelete: boolean): Promise<unknown> =>
  mayDelete ? call('deleteInsight', { insightId }) : call('updateInsight', { insightId, status: 'dismissed' })

async function acceptItem(item: InboxItem, mayDelete: boolean) {
  if (item.insights.length > 0) {
    return triage([item.id], 'processed', {
      message: t('{count, one {# insight} other {# insights}} confirmed', { count: item.insights.length }),
    })
  }
  const name = nameFrom(item.content)
  const before = async () => {
    const created = await createInsightFrom(item, name)
    return () => takeBack(created.id, mayDelete)
  }
  return triage([item.id], 'processed', { message: t('Accepted as “{name}”', { name }), before })
}

export type Triage = ReturnType<typeof useTriage>

type KeyActions = Pick<Triage, 'item' | 'accept' | 'dismiss' | 'setLinking' | 'setSnoozing' | 'setIsEvidence'>

function useTriageKeys({ item, accept, dismiss, setLinking, setSnoozing, setIsEvidence }: KeyActions) {
  const may = useMay()
  const op = 'triageFeedback' as const
  const commands = [
    { label: t('Accept as insight'), keys: '1', run: accept, op },
    { label: t('Link to an insight'), keys: '2', run: () => setLinking(true), op },
    { label: t('Dismiss'), keys: '3', run: dismiss, op },
    { label: t('Snooze'), keys: 'H', run: () => setSnoozing(true), op },
    { label: t('Add to opportunity'), keys: 'O', run: () => setIsEvidence(true), op },
  ]
  useRegisterCommands(item === undefined ? [] : commands)
  useHotkeys(Object.fromEntries(commands.map(({ keys, run }) => [keys.toLowerCase(), run])), {
    on: item !== undefined && may(op),
  })
}

/** 1 accept, 2 link, 3 dismiss, H snooze, O add to an opportunity: on the open item. */
export function useTriage(item: InboxItem | undefined, onTriaged: () => void) {
  const mayDelete = useMay()('deleteInsight')
  const [linking, setLinking] = useState(false)
  const [snoozing, setSnoozing] = useState(false)
  const [isEvidence, setIsEvidence] = useState(false)
  const run = (change: Promise<unknown>) => {
    onTriaged()
    void change
  }
  const actions = {
    item,
    accept: () => item && run(acceptItem(item, mayDelete)),
    dismiss: () => item && run(triage([item.id], 'dismissed', { message: t('Dismissed') })),
    snooze: (until: Date) => {
      setSnoozing(false)
      if (item) run(triage([item.id], 'snoozed', { until: until.toISOString(), message: t('Snoozed') }))
    },
    reopen: () => item && run(triage([item.id], 'new')),
    linked: () => item && run(triage([item.id], 'processed', { message: t('Linked and processed') })),
    linking,
    setLinking,
    snoozing,
    setSnoozing,
    isEvidence,
    setIsEvidence,
  }
  useTriageKeys(actions)
  return actions
}
