import { Plus } from 'lucide-react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import type { OperationName } from '#web/api/client.ts'

type Props = { selected: readonly { id: string; name: string }[]; onChange: (ids: string[]) => void; op: OperationName }

/** The segments that an object is for, with a picker to change them. */
export function SegmentsCard({ selected, onChange, op }: Props) {
  const { data } = useApiQuery('listSegments', { limit: 100, sort: 'name' })
  if (!data) return null
  const ids = selected.map((one) => one.id)
  const toggle = (id: string) => onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  return (
    <Card
      title={t('Segments')}
      actions={
        <Picker
          multiple
          label={t('Segments')}
          selected={ids}
          onPick={toggle}
          choices={data.data.map((one) => ({
            id: one.id,
            label: one.name,
            note: t('{count, one {# contact} other {# contacts}}', { count: one.contact_count }),
          }))}
          trigger={<IconButton label={t('Choose segments')} icon={Plus} isLarge op={op} />}
        />
      }
    >
      {selected.length === 0 ? (
        <p className="text-sm text-faint">{t('Everyone')}</p>
      ) : (
        <p className="flex flex-wrap gap-1.5">
          {selected.map((one) => (
            <Link key={one.id} to={paths.segment(one.id)}>
              <Chip>{one.name}</Chip>
            </Link>
          ))}
        </p>
      )}
    </Card>
  )
}
