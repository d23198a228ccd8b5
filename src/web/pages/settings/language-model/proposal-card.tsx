import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiPreview } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { RegroupingDiff } from '#web/pages/data/changes/regrouping-diff.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** What the newest proposal would change now; once applied, what it has changed. */
export function ProposalCard({ proposal }: Pick<OutputOf<'getLanguageModel'>, 'proposal'>) {
  const apply = useApiMutation('applyLanguageModelProposal', { successMessage: t('The proposal was applied') })
  if (apply.data) return <Applied regrouping={apply.data} />
  if (!proposal) return null
  return <Preview key={proposal.at} at={proposal.at} onApply={() => apply.mutate({})} isApplying={apply.isPending} />
}

type PreviewProps = { at: string; onApply: () => void; isApplying: boolean }

/** What to do is above the changes, which can be long. Not tried once it is being applied: it can be only once. */
function Preview({ at, onApply, isApplying }: PreviewProps) {
  const preview = useApiPreview('applyLanguageModelProposal', {}, { enabled: !isApplying })
  const again = useApiMutation('updateLanguageModel', { successMessage: t('A new proposal is being made') })
  const action = preview.isError ? (
    <Button busy={again.isPending} onClick={() => again.mutate({ grouping: 'propose' })}>
      {t('Propose again')}
    </Button>
  ) : (
    <Button variant="primary" busy={isApplying} disabled={!preview.data} onClick={onApply}>
      {t('Apply proposal')}
    </Button>
  )
  return (
    <Card title={t('Proposed themes')} note={<TimeAgo at={at} />} actions={action}>
      {preview.isError ? (
        <p className="text-sm text-warn-text">{preview.error.message}</p>
      ) : (
        <QueryState query={preview}>{(regrouping) => <RegroupingDiff regrouping={regrouping} />}</QueryState>
      )}
    </Card>
  )
}

function Applied({ regrouping }: { regrouping: OutputOf<'applyLanguageModelProposal'> }) {
  const undone = t('The regrouping was undone')
  const undo = useApiMutation('undoRegrouping', { successMessage: undone })
  if (undo.isSuccess) return <Card title={undone}>{null}</Card>
  return (
    <Card
      title={t('The proposal was applied')}
      actions={
        <Button busy={undo.isPending} onClick={() => undo.mutate({ regroupingId: regrouping.id })}>
          {t('Undo')}
        </Button>
      }
    >
      <RegroupingDiff regrouping={regrouping} />
    </Card>
  )
}
