import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/shell/members.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { ChangeRow } from './change-row.tsx'

type ChangeSet = ItemOf<'listChangeSets'>

export const statusLabels = () => ({
  proposed: t('Proposed'),
  accepted: t('Accepted'),
  rejected: t('Rejected'),
})

/** Open while there is something to decide. */
export function ChangeSetCard({ changeSet }: { changeSet: ChangeSet }) {
  const { id, title, description, status, change_count } = changeSet
  const [isOpen, setOpen] = useState(status === 'proposed')
  return (
    <Card title={title} note={<Origin changeSet={changeSet} />} actions={<Chip>{statusLabels()[status]}</Chip>}>
      <div className="grid gap-3">
        {description && <p className="text-sm whitespace-pre-wrap text-soft">{description}</p>}
        {isOpen ? (
          <ChangeList id={id} />
        ) : (
          <div>
            <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
              {t('Show {n} changes', { n: change_count })}
            </Button>
          </div>
        )}
        {status === 'proposed' && <Decision id={id} />}
      </div>
    </Card>
  )
}

function Origin({ changeSet: { created_by, created_at, decided_by } }: { changeSet: ChangeSet }) {
  const { nameOf } = useMembers()
  return (
    <>
      {t('Proposed by {name}', { name: nameOf(created_by) ?? t('a former member') })} · <TimeAgo at={created_at} />
      {decided_by && ` · ${t('decided by {name}', { name: nameOf(decided_by) ?? t('a former member') })}`}
    </>
  )
}

function ChangeList({ id }: { id: string }) {
  const query = useApiQuery('getChangeSet', { changeSetId: id })
  return (
    <QueryState query={query}>
      {({ changes }) => (
        <ol className="grid gap-2">
          {changes.map((change, n) => (
            <ChangeRow key={n} number={n + 1} change={change} />
          ))}
        </ol>
      )}
    </QueryState>
  )
}

function Decision({ id }: { id: string }) {
  const accept = useApiMutation('acceptChangeSet', { successMessage: t('The changes were made') })
  const reject = useApiMutation('rejectChangeSet', { successMessage: t('The changes were rejected') })
  const input = { changeSetId: id }
  return (
    <div className="flex justify-end gap-2">
      <Button variant="quiet" busy={reject.isPending} onClick={() => reject.mutate(input)}>
        {t('Reject')}
      </Button>
      <Button variant="primary" busy={accept.isPending} onClick={() => accept.mutate(input)}>
        {t('Accept all')}
      </Button>
    </div>
  )
}
