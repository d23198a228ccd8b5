import { CircleHelp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Popover } from './overlays/menu.tsx'

/** A question mark that explains a term on click, so that it also works by touch and keyboard. */
export const Help = ({ label, children }: { label: string; children: ReactNode }) => (
  <Popover
    label={label}
    width="w-80"
    trigger={
      <button
        type="button"
        aria-label={label}
        title={label}
        className={cx(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-faint align-middle',
          'hover:bg-hover hover:text-ink',
        )}
      >
        <CircleHelp className="size-3.5" />
      </button>
    }
  >
    <div tabIndex={0} className="grid max-h-[65vh] gap-2 overflow-y-auto p-3 text-sm">
      {children}
    </div>
  </Popover>
)
