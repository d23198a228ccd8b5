import { useCallback, useState } from 'react'
import { type Keys, useKeys } from '#web/keys.ts'

type Options<T> = {
  open: (item: T) => void
  peek?: (item: T) => void
  create?: () => void
  more?: (item: T) => Keys
  back?: () => void
}

/** J, K, X, Enter and the like on a list; says which row they mean and which are chosen. */
export function useListKeys<T extends { id: string }>(
  items: readonly T[],
  { open, peek, create, more, back }: Options<T>,
) {
  const [active, setActive] = useState(-1)
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
  const clear = useCallback(() => setSelected(new Set()), [])
  const here = items[active]
  const move = (by: number) => {
    // A button of the row one comes from would keep Enter for itself.
    if (document.activeElement instanceof HTMLElement && document.activeElement.closest('[data-row]'))
      document.activeElement.blur()
    setActive((at) => Math.max(0, Math.min(items.length - 1, at + by)))
  }
  const toggle = () => here && select(here.id, !selected.has(here.id))
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    x: toggle,
    'Shift+x': () => {
      toggle()
      move(1)
    },
    ...(here && { Enter: () => open(here), ...(peek && { ' ': () => peek(here) }) }),
    ...(create && { c: create }),
    '/': () => document.querySelector<HTMLInputElement>('[data-filter]')?.focus(),
    Escape: () => (selected.size ? clear() : back?.()),
    ...(here && more?.(here)),
  })
  return { active, setActive, selected, select, clear, here }
}
