import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Tab<T extends string> = { key: T; label: string; count?: number | undefined; icon?: ReactNode }

/** Switches between views; the caller keeps the choice in the URL. */
export function Tabs<T extends string>({
  tabs,
  value,
  onChange,
  label,
}: {
  tabs: readonly Tab<T>[]
  value: T
  onChange: (key: T) => void
  label: string
}) {
  return (
    <div role="group" aria-label={label} className="flex items-center gap-0.5 md:flex-wrap">
      {tabs.map(({ key, label: name, count, icon }) => (
        <button
          key={key}
          type="button"
          aria-pressed={key === value}
          onClick={() => onChange(key)}
          className={cx(
            'inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-sm',
            key === value ? 'bg-sunken font-medium text-ink' : 'text-soft hover:bg-hover',
          )}
        >
          {icon}
          {name}
          {count !== undefined && <span className="text-xs text-faint tabular-nums">{count}</span>}
        </button>
      ))}
    </div>
  )
}
