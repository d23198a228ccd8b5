import { Plus, X } from 'lucide-react'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { type Choice, Picker } from '#web/ui/forms/picker.tsx'
import { useMay } from '#web/api/may.tsx'
import type { OperationName } from '#web/api/client.ts'

type Theme = { id: string; name: string; color: string }
type Props = {
  selected: readonly string[]
  /** Themes that may not be in the list of all themes, such as archived ones. */
  known?: readonly Theme[]
  onChange: (ids: string[]) => void
  /** What a change calls. */
  op: OperationName
}

/** The selected themes as chips, and a picker that can also create a theme. */
export function ThemesPicker({ selected, known = [], onChange, op }: Props) {
  const may = useMay()
  const { data } = useApiQuery('listThemes', { limit: 100, sort: '-insight_count' })
  const all: readonly Theme[] = [...(data?.data ?? []), ...known]
  const create = useApiMutation('createTheme', { onSuccess: ({ id }) => onChange([...selected, id]) })
  const toggle = (id: string) =>
    onChange(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {selected.map((id) => {
        const theme = all.find((one) => one.id === id)
        return theme && <RemovableChip key={id} theme={theme} onRemove={may(op) ? () => toggle(id) : undefined} />
      })}
      <Picker
        multiple
        label={t('Find or create a theme')}
        choices={(data?.data ?? []).map(toChoice)}
        selected={selected}
        onPick={toggle}
        {...(may('createTheme') && { onCreate: (name: string) => create.mutate({ name }) })}
        trigger={
          <Button op={op} size="sm" variant="quiet" icon={Plus}>
            {t('Theme')}
          </Button>
        }
      />
    </div>
  )
}

const toChoice = ({ id, name, color }: Theme): Choice => ({
  id,
  label: name,
  icon: <span className="size-2 shrink-0 rounded-full" style={{ background: color }} />,
})

const RemovableChip = ({ theme, onRemove }: { theme: Theme; onRemove: (() => void) | undefined }) => (
  <span className="group inline-flex items-center">
    <Chip color={theme.color}>{theme.name}</Chip>
    {onRemove && (
      <button
        type="button"
        aria-label={t('Remove {name}', { name: theme.name })}
        onClick={onRemove}
        className="rounded-full p-0.5 text-faint hover:bg-hover hover:text-ink"
      >
        <X className="size-3" />
      </button>
    )}
  </span>
)
