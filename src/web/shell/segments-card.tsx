import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { Picker } from '#web/ui/picker.tsx'

type Props = { chosen: readonly { id: string; name: string }[]; onChange: (ids: string[]) => void }

/** Which groups of customers something is for. */
export function SegmentsCard({ chosen, onChange }: Props) {
  const { data } = useRoute('listSegments', { limit: 100, sort: 'name' })
  if (!data) return null
  const ids = chosen.map((one) => one.id)
  const toggle = (id: string) => onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <Card
      title={t('Segments')}
      actions={
        <Picker
          many
          label={t('Segments')}
          chosen={ids}
          onPick={toggle}
          choices={data.data.map((one) => ({
            id: one.id,
            label: one.name,
            note: t('{count, one {# contact} other {# contacts}}', { count: one.contact_count }),
          }))}
          trigger={<IconButton label={t('Choose segments')} icon={<Plus className="size-4" />} />}
        />
      }
    >
      {chosen.length === 0 ? (
        <p className="text-sm text-faint">{t('For everybody.')}</p>
      ) : (
        <p className="flex flex-wrap gap-1.5">
          {chosen.map((one) => (
            <Link key={one.id} to={paths.segment(one.id)}>
              <Chip>{one.name}</Chip>
            </Link>
          ))}
        </p>
      )}
    </Card>
  )
}
