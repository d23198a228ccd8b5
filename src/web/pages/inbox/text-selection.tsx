import { type RefObject, useEffect } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

export type TextSelection = { text: string; top: number; left: number }
const minLength = 3
const maxLength = 2000

/** Reports the selected text inside an element and the position for a toolbar. */
export function useTextSelection(
  box: RefObject<HTMLElement | null>,
  onSelect: (selection: TextSelection | undefined) => void,
) {
  useEffect(() => {
    const update = () => {
      const selection = document.getSelection()
      const text = selection?.toString().trim() ?? ''
      if (
        !selection ||
        selection.rangeCount === 0 ||
        !box.current?.contains(selection.anchorNode) ||
        !box.current.contains(selection.focusNode) ||
        text.length < minLength ||
        text.length > maxLength
      )
        return onSelect(undefined)
      const range = selection.getRangeAt(0).getBoundingClientRect()
      const frame = box.current.parentElement!.getBoundingClientRect()
      onSelect({
        text,
        top: range.bottom - frame.top + 6,
        left: Math.max(8, Math.min(range.left - frame.left, frame.width - 280)),
      })
    }
    document.addEventListener('selectionchange', update)
    return () => document.removeEventListener('selectionchange', update)
  }, [box, onSelect])
}

type SelectionBarProps = { selection: TextSelection; onCreate: () => void; onQuote: () => void }

export function SelectionBar({ selection: { top, left }, onCreate, onQuote }: SelectionBarProps) {
  // A pointer press would clear the selection before the click arrives.
  return (
    <div
      role="toolbar"
      aria-label={t('Selected text')}
      onPointerDown={(event) => event.preventDefault()}
      className="absolute z-20 flex gap-1 rounded-lg border border-line bg-panel p-1 shadow-pop"
      style={{ top, left }}
    >
      <Button size="sm" variant="primary" onClick={onCreate}>
        {t('Create insight')}
      </Button>
      <Button size="sm" onClick={onQuote}>
        {t('Add as quote…')}
      </Button>
    </div>
  )
}
