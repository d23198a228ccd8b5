import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { sourceLabel } from '#web/labels.ts'
import type { InboxItem } from './use-triage.ts'

type Props = {
  items: readonly InboxItem[]
  active: number
  selected: ReadonlySet<string>
  onSelect: (id: string, on: boolean) => void
  onOpen: (item: InboxItem) => void
  hasMore: boolean
  loadMore: () => void
}
const rowHeight = 84

function useVirtualRows({ items, active, hasMore, loadMore }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? -1
  useEffect(() => {
    if (hasMore && last >= items.length - 10) loadMore()
  }, [hasMore, last, items.length, loadMore])
  useEffect(() => {
    if (active >= 0) virtual.scrollToIndex(active, { align: 'auto' })
  }, [active, virtual])
  return { scroller, rows, totalHeight: virtual.getTotalSize() }
}

export function InboxList(props: Props) {
  const { items, active, selected, onSelect, onOpen } = props
  const { scroller, rows, totalHeight } = useVirtualRows(props)
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto"
      data-scroll
      tabIndex={0}
      role="region"
      aria-label={t('Feedback list')}
    >
      <ul className="relative" style={{ height: totalHeight }}>
        {rows.map(({ index, start }) => (
          <li
            key={items[index]!.id}
            data-row
            aria-current={index === active || undefined}
            className="absolute inset-x-0"
            style={{ height: rowHeight, transform: `translateY(${start}px)` }}
          >
            <Item
              item={items[index]!}
              active={index === active}
              checked={selected.has(items[index]!.id)}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type ItemProps = {
  item: InboxItem
  active: boolean
  checked: boolean
  onSelect: Props['onSelect']
  onOpen: Props['onOpen']
}

/** The title of a survey answer is the question. */
const previewText = ({ source_type, title, content }: InboxItem) =>
  source_type === 'survey_response' ? content : (title ?? content)

const Item = memo(function Item({ item, active, checked, onSelect, onOpen }: ItemProps) {
  const sentiment = item.insights[0]?.sentiment
  return (
    <div
      className={cx(
        'relative flex h-full items-start gap-2.5 border-b border-line px-4 py-2.5',
        active ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-hover',
      )}
    >
      <span className="relative z-1 mt-0.5">
        <Checkbox label={t('Select')} hideLabel checked={checked} onChange={(on) => onSelect(item.id, on)} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <button
            type="button"
            onClick={() => onOpen(item)}
            className="min-w-0 truncate text-start text-sm font-medium after:absolute after:inset-0"
          >
            {item.contact?.name ?? item.contact?.email ?? sourceLabel(item.source)}
          </button>
          <TimeAgo at={item.occurred_at} className="ms-auto shrink-0 text-xs text-faint" />
        </p>
        <p className="truncate text-sm text-soft">{previewText(item)}</p>
        <p className="mt-1 flex items-center gap-2 overflow-hidden text-xs whitespace-nowrap text-faint">
          <Chip>{sourceLabel(item.source)}</Chip>
          {sentiment && <SentimentBadge sentiment={sentiment} />}
          {item.insights.length > 0 && (
            <span>{t('{count, one {# insight} other {# insights}}', { count: item.insights.length })}</span>
          )}
        </p>
      </div>
    </div>
  )
})
