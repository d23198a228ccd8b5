import { memo } from 'react'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { sourceLabel } from '#web/labels.ts'
import { isSkippedAsEmpty } from './skipped-notice.tsx'
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
/** Of `h-21`. */
const rowHeight = 84

export function InboxList({ selected, onSelect, onOpen, ...list }: Props) {
  return (
    <VirtualList {...list} rowHeight={rowHeight} label={t('Feedback list')}>
      {(item, index) => (
        <Item
          item={item}
          active={index === list.active}
          checked={selected.has(item.id)}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      )}
    </VirtualList>
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
        'relative flex h-21 items-start gap-2.5 border-b border-line px-4 py-2.5',
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
          {isSkippedAsEmpty(item) && <Chip>{t('Nothing to analyze')}</Chip>}
          {sentiment && <SentimentBadge sentiment={sentiment} />}
          {item.insights.length > 0 && (
            <span>{t('{count, one {# insight} other {# insights}}', { count: item.insights.length })}</span>
          )}
        </p>
      </div>
    </div>
  )
})
