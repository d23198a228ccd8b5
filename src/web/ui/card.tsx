import type { ReactNode } from 'react'
import { cx } from './cx.ts'

type CardProps = {
  title?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
  className?: string
  flush?: boolean
}

export function Card({ title, note, actions, children, className, flush = false }: CardProps) {
  return (
    <section className={cx('min-w-0 rounded-xl border border-line bg-panel', className)}>
      {(title || actions) && (
        <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 pt-3 pb-1">
          <div className="min-w-36 flex-1">
            {title && <h2 className="text-sm font-semibold">{title}</h2>}
            {note && <p className="text-xs text-faint">{note}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={flush ? 'pb-1' : cx('px-4 pb-4', title || actions ? 'pt-2' : 'pt-4')}>{children}</div>
    </section>
  )
}

type DescriptionListProps = { rows: readonly (readonly [string, ReactNode] | false | null | undefined | '')[] }

/** The properties of an object as name and value. */
export function DescriptionList({ rows }: DescriptionListProps) {
  return (
    <dl className="grid gap-y-2 text-sm">
      {rows
        .filter((row) => !!row)
        .map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(72px,36%)_minmax(0,1fr)] items-start gap-3">
            <dt className="text-xs leading-5 text-faint">{name}</dt>
            <dd className="min-w-0 break-words">{value ?? <span className="text-faint">–</span>}</dd>
          </div>
        ))}
    </dl>
  )
}
