import { useState } from 'react'
import { refresh, show } from '#web/api/cache.ts'
import { call, type ItemOf } from '#web/api/client.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { useKeys } from '#web/keys.ts'
import { useOffer } from '#web/shell/page-actions.ts'
import { toast } from '#web/ui/toast.tsx'

export type InboxItem = ItemOf<'listInbox'>
export type Decision = 'processed' | 'dismissed' | 'snoozed' | 'new'

/** How many decisions the server has not answered yet. */
let underWay = 0

type More = {
  until?: string
  said?: string
  /** What is done before, and is undone with it. */
  first?: () => Promise<() => Promise<unknown>>
}

/** Marks items at once, takes it back when the server refuses, and offers to take it back when it does not. */
export async function decide(ids: readonly string[], state: Decision, { until, said, first }: More = {}) {
  const back = show(ids, null, 'inbox')
  underWay += 1
  try {
    const undo = await first?.()
    await call('triageFeedback', { feedback_ids: [...ids], state, ...(until && { until }) })
    if (said)
      toast({
        title: said,
        action: { label: t('Undo'), run: () => void Promise.resolve(undo?.()).then(() => decide(ids, 'new')) },
      })
  } catch (error) {
    back()
    toast({ tone: 'bad', title: sentenceOf(error) })
  } finally {
    underWay -= 1
    // A list read meanwhile would bring back what is just being decided, under the next key.
    if (underWay === 0) refresh()
  }
}

/** The first sentence, as the name of an insight that somebody will make better. */
export const nameFrom = (content: string) => {
  const [first = content] = content.trim().split(/(?<=[.!?])\s|\n/)
  return first.length <= 120 ? first : `${first.slice(0, 117).replace(/\s+\S*$/, '')}…`
}

async function acceptItem(item: InboxItem) {
  if (item.insights.length > 0) {
    return decide([item.id], 'processed', {
      said: t('{count, one {# insight} other {# insights}} confirmed', { count: item.insights.length }),
    })
  }
  const name = nameFrom(item.content)
  const first = async () => {
    const made = await call('createInsight', {
      name,
      sentiment: 'NEUTRAL',
      category: 'GENERAL_FEEDBACK',
      feedback_id: item.id,
      ...(item.contact_id && { contact_id: item.contact_id }),
      ...(name.endsWith('…') || name.length < 3 ? {} : { quote: name }),
    })
    return () => call('deleteInsight', { insightId: made.id })
  }
  return decide([item.id], 'processed', { said: t('Accepted as “{name}”', { name }), first })
}

export type Triage = ReturnType<typeof useTriage>

/** 1 accept, 2 link, 3 dismiss, H snooze: on the item that is being read. */
export function useTriage(item: InboxItem | undefined, onDecided: () => void) {
  const [linking, setLinking] = useState(false)
  const [snoozing, setSnoozing] = useState(false)
  const settle = (work: Promise<unknown>) => {
    onDecided()
    void work
  }
  const actions = {
    item,
    accept: () => item && settle(acceptItem(item)),
    dismiss: () => item && settle(decide([item.id], 'dismissed', { said: t('Dismissed') })),
    snooze: (until: Date) => {
      setSnoozing(false)
      if (item) settle(decide([item.id], 'snoozed', { until: until.toISOString(), said: t('Snoozed') }))
    },
    reopen: () => item && settle(decide([item.id], 'new')),
    linked: () => item && settle(decide([item.id], 'processed', { said: t('Linked and processed') })),
    linking,
    setLinking,
    snoozing,
    setSnoozing,
  }
  useOffer(
    item === undefined
      ? []
      : [
          { label: t('Accept as insight'), keys: '1', run: actions.accept },
          { label: t('Link to an insight'), keys: '2', run: () => setLinking(true) },
          { label: t('Dismiss'), keys: '3', run: actions.dismiss },
          { label: t('Snooze'), keys: 'H', run: () => setSnoozing(true) },
        ],
  )
  useKeys(
    { 1: actions.accept, 2: () => setLinking(true), 3: actions.dismiss, h: () => setSnoozing(true) },
    { on: item !== undefined },
  )
  return actions
}
