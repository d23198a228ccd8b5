import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

type PagedList = { hasNextPage: boolean; fetchNextPage: () => unknown }

/** Loads the next page of a list; nothing when there is none. */
export function ShowMore({ list, busy = false, note }: { list: PagedList; busy?: boolean; note?: ReactNode }) {
  if (!list.hasNextPage) return null
  return (
    <div className="p-3 text-center">
      <Button size="sm" busy={busy} onClick={() => void list.fetchNextPage()}>
        {t('Show more')}
        {note && <> {note}</>}
      </Button>
    </div>
  )
}
