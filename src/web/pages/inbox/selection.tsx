import { type RefObject, useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

export type Picked = { text: string; top: number; left: number }
const min = 3
const max = 2000

/** What somebody selected inside an element, and where a bar for it goes. */
export function useTextSelection(box: RefObject<HTMLElement | null>, onPick: (picked: Picked | undefined) => void) {
  useEffect(() => {
    const look = () => {
      const selection = document.getSelection()
      const text = selection?.toString().trim() ?? ''
      if (
        !selection ||
        selection.rangeCount === 0 ||
        !box.current?.contains(selection.anchorNode) ||
        !box.current.contains(selection.focusNode) ||
        text.length < min ||
        text.length > max
      )
        return onPick(undefined)
      const place = selection.getRangeAt(0).getBoundingClientRect()
      const frame = box.current.parentElement!.getBoundingClientRect()
      onPick({
        text,
        top: place.bottom - frame.top + 6,
        left: Math.max(8, Math.min(place.left - frame.left, frame.width - 280)),
      })
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [box, onPick])
}

export function SelectionBar({
  picked: { top, left },
  onCreate,
  onQuote,
}: {
  picked: Picked
  onCreate: () => void
  onQuote: () => void
}) {
  // The press must not take the selection away before the click arrives.
  return (
    <div
      role="toolbar"
      aria-label={t('Selected text')}
      onPointerDown={(event) => event.preventDefault()}
      className="absolute z-20 flex gap-1 rounded-lg border border-line bg-panel p-1 shadow-pop"
      style={{ top, left }}
    >
      <Button size="sm" look="primary" onClick={onCreate}>
        {t('Create insight')}
      </Button>
      <Button size="sm" onClick={onQuote}>
        {t('Add as quote…')}
      </Button>
    </div>
  )
}
