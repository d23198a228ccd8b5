import { useState } from 'react'
import { invalidateAll } from '#web/api/cache.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { toast, toastUndo } from '#web/toasts.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import {
  applyDefinition,
  type ThemeDefinition,
  type PlannedThemes,
  planDefinition,
  statementsOf,
} from './plan-definition.ts'
import { PlannedMoves } from './planned-moves.tsx'
import { undoApplied } from './undo-applied.ts'

type Theme = ThemeDefinition & { id: string; name: string }
type Seen = { change: ThemeDefinition; plan: PlannedThemes }

const changeOf = (values: Record<string, string>): ThemeDefinition => ({
  definition: values.definition?.trim() || null,
  belongs: statementsOf(values.belongs),
  does_not_belong: statementsOf(values.does_not_belong),
})

function announce({ application_id, moved_insight_count: count }: { application_id: string | null } & PlannedThemes) {
  invalidateAll()
  if (application_id === null) return
  toastUndo(
    t('Saved; {count, one {# insight} other {# insights}} moved', { count }),
    () => void undoApplied(application_id),
  )
}

/** The first submit shows what would move, the second one saves exactly that. */
function useTwoSteps(theme: Theme, onClose: () => void) {
  const [seen, setSeen] = useState<Seen>()
  const [busy, setBusy] = useState(false)
  const submit = async (change: ThemeDefinition) => {
    setBusy(true)
    try {
      if (!seen) return setSeen({ change, plan: await planDefinition(theme.id, change) })
      announce(await applyDefinition(theme.id, seen))
      onClose()
    } catch (error) {
      setSeen(undefined)
      toast({ tone: 'bad', title: errorMessage(error) })
    } finally {
      setBusy(false)
    }
  }
  return { seen, busy, submit, change: () => setSeen(undefined) }
}

/** What belongs in a theme and what does not, in the user's own words and by examples. */
export function DefinitionDialog({ theme, onClose }: { theme: Theme; onClose: () => void }) {
  const { seen, busy, submit, change } = useTwoSteps(theme, onClose)
  return (
    <FormDialog
      wide
      title={t('What belongs in {name}?', { name: theme.name })}
      note={t('The analysis compares every insight with it, also later ones.')}
      submitLabel={seen ? t('Save') : t('Show what moves')}
      busy={busy}
      onSubmit={(values) => void submit(changeOf(values))}
      onClose={onClose}
    >
      <Fields theme={theme} onChange={change} />
      {seen && <PlannedMoves plan={seen.plan} />}
    </FormDialog>
  )
}

const Fields = ({ theme, onChange }: { theme: Theme; onChange: () => void }) => (
  <div className="grid gap-4" onChange={onChange}>
    <TextArea
      label={t('In plain words')}
      name="definition"
      rows={2}
      defaultValue={theme.definition ?? ''}
      limitsFrom={['updateTheme', 'definition']}
    />
    <TextArea
      label={t('Statements that belong in it, one per line')}
      name="belongs"
      rows={3}
      defaultValue={theme.belongs.join('\n')}
    />
    <TextArea
      label={t('Statements that do not belong in it, one per line')}
      name="does_not_belong"
      rows={3}
      defaultValue={theme.does_not_belong.join('\n')}
    />
  </div>
)
