import { Plus, X } from 'lucide-react'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { Picker } from '#web/ui/picker.tsx'

type Theme = { id: string; name: string; color: string }

/** Themes as chips, with one more to add; a name that is not there yet can be made on the spot. */
export function ThemesPicker({
  chosen,
  known = [],
  onChange,
}: {
  chosen: readonly string[]
  known?: readonly Theme[]
  onChange: (ids: string[]) => void
}) {
  const { data } = useRoute('listThemes', { limit: 100, sort: '-insight_count' })
  const all: readonly Theme[] = [...(data?.data ?? []), ...known]
  const create = useCall('createTheme', { onDone: ({ id }) => onChange([...chosen, id]) })
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {chosen.map((id) => {
        const theme = all.find((one) => one.id === id)
        return (
          theme && (
            <span key={id} className="group inline-flex items-center">
              <Chip color={theme.color}>{theme.name}</Chip>
              <button
                type="button"
                aria-label={t('Remove {name}', { name: theme.name })}
                onClick={() => toggle(id)}
                className="rounded-full p-0.5 text-faint hover:bg-hover hover:text-ink"
              >
                <X className="size-3" />
              </button>
            </span>
          )
        )
      })}
      <Picker
        many
        label={t('Find or create a theme')}
        choices={(data?.data ?? []).map((one) => ({
          id: one.id,
          label: one.name,
          mark: <span className="size-2 shrink-0 rounded-full" style={{ background: one.color }} />,
        }))}
        chosen={chosen}
        onPick={toggle}
        onCreate={(name) => create.mutate({ name })}
        trigger={
          <Button size="sm" look="quiet" icon={<Plus className="size-3.5" />}>
            {t('Theme')}
          </Button>
        }
      />
    </div>
  )
}
