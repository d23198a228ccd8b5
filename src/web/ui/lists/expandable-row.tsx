import { ChevronRight } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A row of a list whose summary opens its details. */
export function ExpandableRow({ summary, details }: { summary: ReactNode; details: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-start hover:bg-hover"
      >
        <ChevronRight
          aria-hidden
          className={cx('size-3.5 shrink-0 text-faint transition-transform', open && 'rotate-90')}
        />
        {summary}
      </button>
      <div id={id} hidden={!open} className="grid gap-3 border-t border-line bg-bg px-4 py-3">
        {open && details()}
      </div>
    </li>
  )
}
