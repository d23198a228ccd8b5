import { useState } from 'react'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { InsightChoice } from '#web/shell/evidence/insight-choice.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'
import { type CorrectedSubtheme, maxSplit, splitSubtheme } from './correct-subtheme.ts'

type Props = { subtheme: CorrectedSubtheme; onClose: () => void }

/** Chooses the insights that become a subtheme of their own, and its name. */
export function SplitDialog({ subtheme, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  const split = async (name: string) => {
    setBusy(true)
    const isDone = await splitSubtheme(subtheme, name, [...chosen])
    setBusy(false)
    if (isDone) onClose()
  }
  return (
    <FormDialog
      wide
      title={t('Split {name}', { name: subtheme.name })}
      note={t('The insights that you choose become a subtheme of the same theme.')}
      submitLabel={t('Split off {count, one {# insight} other {# insights}}', { count: chosen.length })}
      busy={busy}
      disabled={chosen.length === 0 || chosen.length > maxSplit || chosen.length >= subtheme.insight_count}
      onSubmit={({ name }) => void split(name!.trim())}
      onClose={onClose}
    >
      <NameField of="splitSubtheme" />
      <MemberChoice subthemeId={subtheme.id} chosen={chosen} onToggle={toggle} />
    </FormDialog>
  )
}

type ChoiceProps = { subthemeId: string; chosen: readonly string[]; onToggle: (id: string) => void }

function MemberChoice({ subthemeId, ...choice }: ChoiceProps) {
  const list = useApiList('listSubthemeInsights', { subthemeId, sort: '-occurred_at' })
  return <InsightChoice list={list} {...choice} />
}
