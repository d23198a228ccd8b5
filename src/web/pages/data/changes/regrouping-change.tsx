import { type InputOf, type OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiPreview, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { useMay } from '#web/api/may.tsx'
import { ChangeRow } from './change-row.tsx'
import { RegroupingDiff } from './regrouping-diff.tsx'

type Change = OutputOf<'getChangeSet'>['changes'][number]
type RegroupingChangeProps = {
  change: Change
  number: number
  changeSetId: string
  isProposed: boolean
  isPending: boolean
}

/** A regrouping: what it would change now, or what it has changed. */
export const RegroupingChange = ({ change, number, changeSetId, isProposed, isPending }: RegroupingChangeProps) =>
  isProposed ? (
    <ProposedRegrouping change={change} number={number} isPending={isPending} />
  ) : (
    <AppliedRegroupings change={change} number={number} changeSetId={changeSetId} />
  )

type ProposedProps = { change: Change; number: number; isPending: boolean }

/** Tried anew, because the groups may have changed since it was proposed; not once it is being made. */
function ProposedRegrouping({ change, number, isPending }: ProposedProps) {
  const mayTry = useMay()('regroup')
  const preview = useApiPreview('regroup', change.body as InputOf<'regroup'>, { enabled: mayTry && !isPending })
  // It is tried as a write, which not every role may.
  if (!mayTry) return <ChangeRow number={number} change={change} />
  if (preview.isError)
    return (
      <>
        <ChangeRow number={number} change={change} />
        <li className="text-sm text-warn-text">{preview.error.message}</li>
      </>
    )
  return (
    <li>
      <QueryState query={preview}>{(regrouping) => <RegroupingDiff regrouping={regrouping} />}</QueryState>
    </li>
  )
}

function AppliedRegroupings({ change, number, changeSetId }: { change: Change; number: number; changeSetId: string }) {
  const list = useApiQuery('listRegroupings', { change_set_id: changeSetId })
  // Erased names take the regrouping along; what was proposed is left.
  if (list.data?.data.length === 0) return <ChangeRow number={number} change={change} />
  return (
    <QueryState query={list}>
      {({ data }) => (
        <>
          {data.map((one) => (
            <AppliedRegrouping key={one.id} id={one.id} />
          ))}
        </>
      )}
    </QueryState>
  )
}

function AppliedRegrouping({ id }: { id: string }) {
  const query = useApiQuery('getRegrouping', { regroupingId: id })
  const undo = useApiMutation('undoRegrouping', { successMessage: t('The regrouping was undone') })
  return (
    <li className="grid gap-3">
      <QueryState query={query}>
        {(regrouping) => (
          <>
            <RegroupingDiff regrouping={regrouping} />
            <div className="flex justify-end">
              {regrouping.undone_at ? (
                <Chip>{t('Undone')}</Chip>
              ) : (
                <Button op="undoRegrouping" busy={undo.isPending} onClick={() => undo.mutate({ regroupingId: id })}>
                  {t('Undo')}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryState>
    </li>
  )
}
