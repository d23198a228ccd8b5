import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import type { AddToTheme } from '#web/pages/insights/assign-theme.tsx'
import type { InsightItem } from '#web/pages/insights/insight-columns.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { NameField } from '#web/ui/forms/name-field.tsx'

type Props = {
  insights: readonly InsightItem[]
  add: AddToTheme
  onClose: () => void
  onDone: () => void
}

const capitalized = (text: string) => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** Creates a theme for insights; its name begins as what the first one is about. */
export function NewThemeDialog({ insights, add, onClose, onDone }: Props) {
  const create = useApiMutation('createTheme', {
    onSuccess(theme) {
      onClose()
      void add(theme, insights).then(onDone)
    },
  })
  const [first] = insights
  return (
    <FormDialog
      title={t('New theme')}
      note={
        insights.length === 1
          ? `“${first!.name}”`
          : t('Add {count, one {# insight} other {# insights}} to a theme', { count: insights.length })
      }
      submitLabel={t('Create theme')}
      busy={create.isPending}
      onSubmit={({ name }) => create.mutate({ name: name! })}
      onClose={onClose}
    >
      <NameField of="createTheme" error={create.error} defaultValue={capitalized(first?.subject ?? '')} />
    </FormDialog>
  )
}
