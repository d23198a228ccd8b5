import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import type { ListRows } from '#web/shell/lists/use-list-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { formatNumber } from '#web/ui/time.tsx'

type Rows = ListRows<'listInsights'>
type Props = Pick<Rows, 'items'> & {
  list: Pick<Rows['list'], 'hasNextPage' | 'fetchNextPage'>
  keys: Pick<Rows['keys'], 'selected' | 'selectOnly'>
  total: number | undefined
}

/** More rows than this are not loaded into one page. */
const maxSelected = 10_000

/** Loads and selects the rows that match but are not loaded yet. */
export function SelectRest({ list, items, keys, total }: Props) {
  const [busy, setBusy] = useState(false)
  if (!list.hasNextPage || !total || keys.selected.size < items.length) return null
  const run = async () => {
    setBusy(true)
    let latest = await list.fetchNextPage()
    const loaded = () => latest.data?.pages.flatMap((page) => page.data.map(({ id }) => id)) ?? []
    while (latest.hasNextPage && !latest.isError && loaded().length < maxSelected) latest = await latest.fetchNextPage()
    keys.selectOnly(loaded())
    setBusy(false)
  }
  return (
    <Button size="sm" variant="quiet" busy={busy} onClick={() => void run()}>
      {t('Select all {count}', { count: formatNumber(Math.min(total, maxSelected)) })}
    </Button>
  )
}
