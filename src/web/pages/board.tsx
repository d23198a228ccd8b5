import type { ReactNode } from 'react'
import { toOptions } from '#web/labels.ts'
import { Options } from '#web/ui/forms/field.tsx'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import type { Path } from '#web/routes/paths.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

type Card = { id: string; title: string; status: string }
type Props<T extends Card> = {
  items: readonly T[]
  statuses: Record<string, string>
  to: (id: string) => Path
  render: (item: T) => ReactNode
  op: OperationName
  onMove: (item: T, status: string) => void
}

/** Columns by status; a card is moved by dragging or by its select. */
export function Board<T extends Card>(props: Props<T>) {
  return (
    <div
      className="flex min-h-0 flex-1 gap-3 overflow-x-auto p-4 md:px-6"
      tabIndex={0}
      role="region"
      aria-label={t('Board')}
      data-scroll
    >
      {Object.entries(props.statuses).map(([status, name]) => (
        <BoardColumn key={status} {...props} status={status} name={name} />
      ))}
    </div>
  )
}

function BoardColumn<T extends Card>({ status, name, ...board }: Props<T> & { status: string; name: string }) {
  const { items, onMove } = board
  const column = items.filter((item) => item.status === status)
  return (
    <section
      aria-label={name}
      className="flex w-68 shrink-0 flex-col rounded-xl bg-sunken/70 p-2"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const item = items.find((one) => one.id === event.dataTransfer.getData('text/plain'))
        if (item && item.status !== status) onMove(item, status)
      }}
    >
      <h2 className="flex items-center gap-2 px-1.5 py-1 text-xs font-medium text-soft">
        {name}
        <span className="text-faint tabular-nums">{column.length}</span>
      </h2>
      <ul className="grid min-h-16 content-start gap-2 overflow-y-auto pt-1">
        {column.map((item) => (
          <BoardCard key={item.id} {...board} item={item} />
        ))}
      </ul>
    </section>
  )
}

function BoardCard<T extends Card>({ item, statuses, to, render, op, onMove }: Props<T> & { item: T }) {
  const mayMove = useMay()(op)
  return (
    <li
      draggable={mayMove}
      onDragStart={(event) => event.dataTransfer.setData('text/plain', item.id)}
      className="rounded-lg border border-line bg-panel p-3 shadow-xs"
    >
      <Link to={to(item.id)} className="block text-sm font-medium hover:underline">
        {item.title}
      </Link>
      {render(item)}
      <select
        aria-label={t('Status of {name}', { name: item.title })}
        value={item.status}
        disabled={!mayMove}
        title={mayMove ? undefined : t('Your role may not change this.')}
        onChange={(event) => onMove(item, event.target.value)}
        className="mt-2 h-6 rounded border border-line bg-transparent px-1 text-xs text-faint"
      >
        <Options options={toOptions(statuses)} />
      </select>
    </li>
  )
}
