import { useCallback, useState } from 'react'
import { type Hotkeys, useHotkeys } from '#web/use-hotkeys.ts'

type Options<T> = {
  onOpen: (item: T) => void
  onPeek?: (item: T) => void
  onCreate?: () => void
  rowHotkeys?: (item: T) => Hotkeys
  onBack?: () => void
  /** The row that is shown as open before any key was pressed. */
  shown?: number
}

/** The ids of the selected rows. */
function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const select = useCallback(
    (id: string, on: boolean) =>
      setSelected((before) => {
        const next = new Set(before)
        if (on) next.add(id)
        else next.delete(id)
        return next
      }),
    [],
  )
  const selectOnly = useCallback((ids: readonly string[]) => setSelected(new Set(ids)), [])
  const clear = useCallback(() => setSelected(new Set()), [])
  return { selected, select, selectOnly, clear }
}

/** J, K, X, Enter and the like on a list; returns the active row and the selection. */
export function useListHotkeys<T extends { id: string }>(
  items: readonly T[],
  { onOpen, onPeek, onCreate, rowHotkeys, onBack, shown = -1 }: Options<T>,
) {
  const [active, setActive] = useState(-1)
  const { selected, select, selectOnly, clear } = useSelection()
  const activeItem = items[active]
  const move = (by: number) => {
    // A focused button in the previous row would keep Enter for itself.
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('[data-row]'))
      document.activeElement.blur()
    setActive((at) => Math.max(0, Math.min(items.length - 1, (at < 0 ? shown : at) + by)))
  }
  const toggle = () => activeItem && select(activeItem.id, !selected.has(activeItem.id))
  useHotkeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    x: toggle,
    // The last row stays selected while the next page is loaded.
    'Shift+x': () => {
      if (active < items.length - 1) toggle()
      else if (activeItem) select(activeItem.id, true)
      move(1)
    },
    ...(activeItem && { Enter: () => onOpen(activeItem), ...(onPeek && { ' ': () => onPeek(activeItem) }) }),
    ...(onCreate && { c: onCreate }),
    '/': () => document.querySelector<HTMLInputElement>('[data-filter]')?.focus(),
    Escape: () => (selected.size ? clear() : onBack?.()),
    ...(activeItem && rowHotkeys?.(activeItem)),
  })
  return { active, setActive, selected, select, selectOnly, clear, activeItem }
}
