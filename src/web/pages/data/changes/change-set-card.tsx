import { useId, useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useMembers } from '#web/shell/members.tsx'
import { useSession } from '#web/shell/session/use-session.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { withKeys } from '#web/ui/with-keys.ts'
import { May } from '#web/api/may.tsx'
import { ChangeRow } from './change-row.tsx'
import { RegroupingChange } from './regrouping-change.tsx'

type ChangeSet = ItemOf<'listChangeSets'>

export const statusLabels = () => ({
  proposed: t('Proposed'),
  accepted: t('Accepted'),
  rejected: t('Rejected'),
})

/** Open while there is something to decide. */
export function ChangeSetCard({ changeSet }: { changeSet: ChangeSet }) {
  const { title, description, status, change_count } = changeSet
  const [isOpen, setOpen] = useState(status === 'proposed')
  const accept = useApiMutation('acceptChangeSet', { successMessage: t('The changes were made') })
  return (
    <Card title={title} note={<Origin changeSet={changeSet} />} actions={<Chip>{statusLabels()[status]}</Chip>}>
      <div className="grid gap-3">
        {description && <p className="text-sm whitespace-pre-wrap text-soft">{description}</p>}
        {isOpen ? (
          <ChangeList changeSet={changeSet} isPending={accept.isPending || accept.isSuccess} />
        ) : (
          <div>
            <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
              {t('Show {n} changes', { n: change_count })}
            </Button>
          </div>
        )}
        {status === 'proposed' && (
          <May op="acceptChangeSet">
            <Decision changeSet={changeSet} accept={accept} />
          </May>
        )}
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

function ChangeList({ changeSet: { id, status }, isPending }: { changeSet: ChangeSet; isPending: boolean }) {
  const query = useApiQuery('getChangeSet', { changeSetId: id })
  return (
    <QueryState query={query}>
      {({ changes }) => (
        <ol className="grid gap-2">
          {withKeys(changes, (change) => JSON.stringify(change)).map(([key, change], n) =>
            change.operation === 'regroup' && status !== 'rejected' ? (
              <RegroupingChange
                key={key}
                change={change}
                number={n + 1}
                changeSetId={id}
                isProposed={status === 'proposed'}
                isPending={isPending}
              />
            ) : (
              <ChangeRow key={key} number={n + 1} change={change} />
            ),
          )}
        </ol>
      )}
    </QueryState>
  )
}

/** Authors accept what they proposed only if the organization allows it, or if nobody else can. */
function useNeedsAnotherMember(author: string | null): boolean {
  const { user, organization } = useSession()
  const { members } = useMembers()
  const isOnlyMember = members.filter(({ status }) => status === 'active').length === 1
  return author === user?.id && !organization?.accept_own_change_sets && !isOnlyMember
}

type DecisionProps = { changeSet: ChangeSet; accept: ReturnType<typeof useApiMutation<'acceptChangeSet'>> }

function Decision({ changeSet: { id, created_by }, accept }: DecisionProps) {
  const reject = useApiMutation('rejectChangeSet', { successMessage: t('The changes were rejected') })
  const needsAnother = useNeedsAnotherMember(created_by)
  const reasonId = useId()
  const input = { changeSetId: id }
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      {needsAnother && (
        <p id={reasonId} className="text-sm text-soft">
          {t('You proposed these changes, so another member has to accept them.')}{' '}
          {t('Admins can allow members to accept their own in the settings of the organization.')}
        </p>
      )}
      <Button variant="quiet" busy={reject.isPending} onClick={() => reject.mutate(input)}>
        {t('Reject')}
      </Button>
      <Button
        variant="primary"
        busy={accept.isPending}
        disabled={needsAnother}
        aria-describedby={needsAnother ? reasonId : undefined}
        onClick={() => accept.mutate(input)}
      >
        {t('Accept all')}
      </Button>
    </div>
  )
}
