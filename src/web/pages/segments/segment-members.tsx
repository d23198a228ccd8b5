import { Plus, UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf, OutputOf } from '#web/api/client.ts'
import { useApiList, useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Avatar, Chip } from '#web/ui/badges.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { toastUndo } from '#web/toasts.ts'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'

type Segment = OutputOf<'getSegment'>
type Member = ItemOf<'listSegmentContacts'>

/** The contacts of a segment; contacts can be added or excluded manually. */
export function SegmentMembers({ segment }: { segment: Segment }) {
  const segmentId = segment.id
  const list = useApiList('listSegmentContacts', { segmentId }, { limit: 25 })
  const { add, exclude } = useMembership(segmentId)
  return (
    <Card
      title={t('Contacts')}
      note={t('{count, one {# contact} other {# contacts}}', { count: segment.contact_count })}
      flush
      actions={!segment.archived_at && <AddContact onPick={add} />}
    >
      <CardRows
        list={list}
        empty={t('No contacts in this segment yet.')}
        note={<span className="text-faint">{formatNumber(segment.contact_count - list.items.length)}</span>}
      >
        {(member) => <MemberRow key={member.id} member={member} onExclude={() => exclude(member.id)} />}
      </CardRows>
    </Card>
  )
}

function useMembership(segmentId: string) {
  const addContacts = useApiMutation('addSegmentContacts')
  const add = (contactId: string) => addContacts.mutate({ segmentId, contact_ids: [contactId] })
  const excludeContact = useApiMutation('excludeSegmentContact', {
    onSuccess: (_, { contactId }) => toastUndo(t('Excluded from the segment'), () => add(contactId)),
  })
  return { add, exclude: (contactId: string) => excludeContact.mutate({ segmentId, contactId }) }
}

function MemberRow({ member, onExclude }: { member: Member; onExclude: () => void }) {
  const name = member.name ?? member.email ?? member.id
  const reasons = { rule: t('rule'), manual: t('manual'), ai: t('AI') }
  return (
    <li className="flex items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
      <Avatar name={name} />
      <Link to={paths.contact(member.id)} className="min-w-0 flex-1 truncate text-sm font-medium hover:underline">
        {name}
      </Link>
      <span className="hidden truncate text-xs text-faint sm:inline">{member.company?.name}</span>
      <Chip tone={member.membership === 'manual' ? 'accent' : 'plain'}>{reasons[member.membership]}</Chip>
      <IconButton
        label={t('Exclude {name}', { name })}
        icon={UserMinus}
        op="excludeSegmentContact"
        onClick={onExclude}
      />
    </li>
  )
}

function AddContact({ onPick }: { onPick: (id: string) => void }) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 200)
  const { data } = useApiQuery('listContacts', { limit: 20, ...(q.length >= 2 && { q }) }, { keepPrevious: true })
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
        <Button op="addSegmentContacts" size="sm" icon={Plus}>
          {t('Add')}
        </Button>
      }
    />
  )
}
