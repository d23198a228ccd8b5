import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

type Props = { side: ReactNode; gap?: 'gap-4' | 'gap-5' | 'gap-6'; width?: 280 | 300; children: ReactNode }

/** The content of a detail page and, beside it, its properties. */
export const DetailColumns = ({ side, gap = 'gap-5', width = 300, children }: Props) => (
  <div
    className={cx(
      'grid gap-6',
      width === 280 ? 'lg:grid-cols-[minmax(0,1fr)_280px]' : 'lg:grid-cols-[minmax(0,1fr)_300px]',
    )}
  >
    <div className={cx('grid min-w-0 content-start', gap)}>{children}</div>
    <div className="grid content-start gap-4">{side}</div>
  </div>
)
