import { Link } from '@tanstack/react-router'
import { Plus, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall, useList, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Avatar, Chip } from '#web/ui/marks.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { numberOf } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'

/** Who belongs and why; somebody can be put in or kept out by hand. */
export function SegmentMembers({ segment }: { segment: Out<'getSegment'> }) {
  const segmentId = segment.id
  const list = useList('listSegmentContacts', { segmentId }, { limit: 25 })
  const add = useCall('addSegmentContacts')
  const exclude = useCall('excludeSegmentContact', {
    onDone: (_, { contactId }) =>
      toast({
        title: t('Kept out of the segment'),
        action: { label: t('Undo'), run: () => add.mutate({ segmentId, contact_ids: [contactId] }) },
      }),
  })
  const why = { rule: t('by rules'), manual: t('by hand'), ai: t('by analysis') }
  return (
    <Card
      title={t('Contacts')}
      note={t('{count, one {# contact} other {# contacts}}', { count: segment.contact_count })}
      flush
      actions={!segment.archived_at && <AddContact onPick={(id) => add.mutate({ segmentId, contact_ids: [id] })} />}
    >
      {list.items.length === 0 && !list.isPending && (
        <p className="px-4 pb-4 text-sm text-faint">{t('Nobody belongs here yet.')}</p>
      )}
      <ul>
        {list.items.map((one) => {
          const name = one.name ?? one.email ?? one.id
          return (
            <li key={one.id} className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
              <Avatar name={name} />
              <Link to={paths.contact(one.id)} className="min-w-0 flex-1 truncate text-sm font-medium hover:underline">
                {name}
              </Link>
              <span className="hidden truncate text-xs text-faint sm:inline">{one.company?.name}</span>
              <Chip tone={one.membership === 'manual' ? 'accent' : 'plain'}>{why[one.membership]}</Chip>
              <IconButton
                label={t('Keep {name} out', { name })}
                icon={<UserMinus className="size-3.5" />}
                onClick={() => exclude.mutate({ segmentId, contactId: one.id })}
              />
            </li>
          )
        })}
      </ul>
      {list.hasNextPage && (
        <div className="p-3 text-center">
          <Button size="sm" onClick={() => void list.fetchNextPage()}>
            {t('Show more')} <span className="text-faint">{numberOf(segment.contact_count - list.items.length)}</span>
          </Button>
        </div>
      )}
    </Card>
  )
}

function AddContact({ onPick }: { onPick: (id: string) => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 200)
  const { data } = useRoute('listContacts', { limit: 20, ...(q.length >= 2 && { q }) }, { keep: true })
  return (
    <Picker
      label={t('Add a contact')}
      onSearch={setText}
      onPick={onPick}
      choices={(data?.data ?? []).flatMap((one) =>
        'name' in one
          ? [{ id: one.id, label: one.name ?? one.email ?? one.id, ...(one.email && { note: one.email }) }]
          : [],
      )}
      trigger={
        <Button size="sm" icon={<Plus className="size-3.5" />}>
          {t('Add')}
        </Button>
      }
    />
  )
}
