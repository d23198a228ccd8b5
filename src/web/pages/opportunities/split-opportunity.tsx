import { useState } from 'react'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { InsightChoice } from '#web/shell/evidence/insight-choice.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { maxSplitOff, splitOff } from './merge-opportunities.ts'

type Props = { opportunity: { id: string; title: string; insight_count: number }; onClose: () => void }

/** Chooses the evidence that becomes an opportunity of its own, and its title. */
export function SplitOpportunityDialog({ opportunity, onClose }: Props) {
  const { id, title, insight_count } = opportunity
  const navigate = useNavigate()
  const list = useApiList('listOpportunityInsights', { opportunityId: id })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const toggle = (one: string) =>
    setChosen((before) => (before.includes(one) ? before.filter((other) => other !== one) : [...before, one]))
  const split = async (name: string) => {
    setBusy(true)
    // Away first: the page of what the undo merges would ask for it again.
    const back = () => void navigate(paths.opportunity(id))
    const part = await splitOff(opportunity, { title: name, insight_ids: [...chosen] }, back)
    setBusy(false)
    if (part === undefined) return
    onClose()
    void navigate(paths.opportunity(part))
  }
  return (
    <FormDialog
      wide
      title={t('Split {name}', { name: title })}
      note={t('The evidence that you choose moves to a new opportunity, with its importance.')}
      submitLabel={t('Split off {count, one {# insight} other {# insights}}', { count: chosen.length })}
      busy={busy}
      disabled={chosen.length === 0 || chosen.length > maxSplitOff || chosen.length >= insight_count}
      onSubmit={(fields) => void split(fields.title!.trim())}
      onClose={onClose}
    >
      <TextField label={t('Title')} name="title" required maxLength={200} autoFocus />
      <InsightChoice list={list} chosen={chosen} onToggle={toggle} />
    </FormDialog>
  )
}
