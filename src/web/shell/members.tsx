import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { SelectField } from '#web/ui/forms/field.tsx'

export function useMembers() {
  const { data } = useApiQuery('listMembers', { limit: 100 })
  const members = data?.data ?? []
  return { members, nameOf: (user: string | null | undefined) => members.find((one) => one.user_id === user)?.name }
}

type OwnerSelectProps = { value: string | null; onChange: (user: string | null) => void; hideLabel?: boolean }

export function OwnerSelect({ value, onChange, hideLabel = false }: OwnerSelectProps) {
  const { members } = useMembers()
  return (
    <SelectField
      label={t('Owner')}
      hideLabel={hideLabel}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
      options={[
        { value: '', label: t('Unassigned') },
        ...members.map((one) => ({ value: one.user_id, label: one.name })),
      ]}
    />
  )
}
