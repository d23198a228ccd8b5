import { type RefObject, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import type { InsightItem } from '#web/pages/insights/insight-columns.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { type RowProps, UnsortedRow } from './unsorted-row.tsx'

type Props = Pick<RowProps, 'actions' | 'onSelect'> & {
  items: readonly InsightItem[]
  active: number
  selected: ReadonlySet<string>
  /** A theme is being chosen in a dialog. */
  isChoosing: boolean
  hasMore: boolean
  loadMore: () => void
}

/** Before a row is measured: one with a short quote. */
const rowHeight = 138
const activeSelector = '[data-row][aria-current=true]'

/** The focus follows the active row, so that it is read out and Tab goes on from there. */
function useFocusOnActive(scroller: RefObject<HTMLDivElement | null>, id: string | undefined, isChoosing: boolean) {
  const before = useRef(id)
  useEffect(() => {
    const isFirst = before.current === undefined
    const hasMoved = before.current !== id
    if (isChoosing || !hasMoved) return
    before.current = id
    if (isFirst) return
    // A dialog that closes gives the focus back first.
    const frame = requestAnimationFrame(() => {
      const focused = document.activeElement
      if (focused === document.body || scroller.current?.contains(focused))
        scroller.current?.querySelector<HTMLElement>(activeSelector)?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [scroller, id, isChoosing])
}

export function UnsortedList({ selected, isChoosing, actions, onSelect, ...list }: Props) {
  const { items, active } = list
  const scroller = useRef<HTMLDivElement>(null)
  useFocusOnActive(scroller, items[active]?.id, isChoosing)
  return (
    <VirtualList {...list} scroller={scroller} rowHeight={rowHeight} label={t('Unsorted insights')}>
      {(insight, index) => (
        <UnsortedRow
          insight={insight}
          active={index === active}
          checked={selected.has(insight.id)}
          actions={actions}
          onSelect={onSelect}
        />
      )}
    </VirtualList>
  )
}
