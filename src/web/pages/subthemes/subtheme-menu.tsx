import { MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { ChoiceDialog } from '#web/shell/lists/row-actions.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import {
  type CorrectedSubtheme,
  dissolveSubtheme,
  mergeSubtheme,
  moveSubtheme,
  pinSubtheme,
  renameSubtheme,
} from './correct-subtheme.ts'
import { SplitDialog } from './split-subtheme.tsx'

type Step = 'rename' | 'merge' | 'split' | 'move'
type Props = {
  subtheme: CorrectedSubtheme
  isLarge?: boolean
  /** The subtheme is gone: merged into another one, or dissolved. */
  onGone?: (into?: string) => void
}

/** What can be corrected about a subtheme. */
export function SubthemeMenu({ subtheme, isLarge = false, onGone }: Props) {
  const [step, setStep] = useState<Step>()
  // Away first: the page of a subtheme that is gone would ask for it again.
  const dissolve = () => {
    onGone?.()
    void dissolveSubtheme(subtheme)
  }
  return (
    <>
      <Menu
        trigger={
          <IconButton
            label={t('Actions for {name}', { name: subtheme.name })}
            icon={MoreHorizontal}
            isLarge={isLarge}
          />
        }
        items={[
          { label: t('Rename'), run: () => setStep('rename'), op: 'updateSubtheme' },
          { label: t('Merge into…'), run: () => setStep('merge'), op: 'mergeSubthemes' },
          ...(subtheme.insight_count > 1
            ? [{ label: t('Split…'), run: () => setStep('split'), op: 'splitSubtheme' as const }]
            : []),
          { label: t('Move to theme…'), run: () => setStep('move'), op: 'updateSubtheme' },
          {
            label: subtheme.pinned ? t('Unpin') : t('Pin'),
            run: () => void pinSubtheme(subtheme),
            op: 'updateSubtheme',
          },
          'line',
          { label: t('Dissolve'), run: dissolve, destructive: true, op: 'dissolveSubtheme' },
        ]}
      />
      <StepDialog step={step} subtheme={subtheme} onClose={() => setStep(undefined)} onGone={onGone} />
    </>
  )
}

type DialogProps = { subtheme: CorrectedSubtheme; onClose: () => void; onGone?: Props['onGone'] | undefined }

function StepDialog({ step, ...props }: DialogProps & { step: Step | undefined }) {
  switch (step) {
    case 'rename':
      return <RenameDialog {...props} />
    case 'merge':
      return <MergeDialog {...props} />
    case 'split':
      return <SplitDialog {...props} />
    case 'move':
      return <MoveDialog {...props} />
    default:
      return null
  }
}

function RenameDialog({ subtheme, onClose }: DialogProps) {
  const [busy, setBusy] = useState(false)
  const rename = async (name: string) => {
    setBusy(true)
    const isDone = name === subtheme.name || (await renameSubtheme(subtheme, name))
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={t('Rename {name}', { name: subtheme.name })}
      note={t('The analysis keeps a name that you give.')}
      submitLabel={t('Rename')}
      busy={busy}
      onSubmit={({ name }) => void rename(name!.trim())}
      onClose={onClose}
    >
      <NameField of="updateSubtheme" defaultValue={subtheme.name} />
    </FormDialog>
  )
}

function MergeDialog({ subtheme, onClose, onGone }: DialogProps) {
  const { data } = useApiQuery('listSubthemes', { theme_id: subtheme.theme_id, limit: 100 })
  const others = (data?.data ?? []).filter((one) => one.id !== subtheme.id)
  const merge = async (id: string) => {
    if (
      await mergeSubtheme(
        subtheme,
        others.find((one) => one.id === id)!,
      )
    )
      onGone?.(id)
  }
  return (
    <ChoiceDialog
      title={t('Merge {name} into…', { name: subtheme.name })}
      choices={others.map(({ id, name }) => ({ id, label: name }))}
      onPick={(id) => void merge(id)}
      onClose={onClose}
    />
  )
}

function MoveDialog({ subtheme, onClose }: DialogProps) {
  const { data } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  const others = (data?.data ?? []).filter((one) => one.id !== subtheme.theme_id)
  return (
    <ChoiceDialog
      title={t('Move {name} to theme…', { name: subtheme.name })}
      choices={others.map(({ id, name }) => ({ id, label: name }))}
      onPick={(id) =>
        void moveSubtheme(
          subtheme,
          others.find((one) => one.id === id)!,
        )
      }
      onClose={onClose}
    />
  )
}
