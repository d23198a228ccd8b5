import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Picker } from '#web/ui/forms/picker.tsx'
import { useDebounced } from '#web/ui/forms/use-debounced.ts'

type Props = {
  selected: readonly string[]
  open: boolean
  onPick: (id: string) => void
  onOpenChange: (open: boolean) => void
}

/** Searches insights and toggles them as evidence. */
export function InsightPicker({ selected, open, onPick, onOpenChange }: Props) {
  const [text, setText] = useState('')
  const q = useDebounced(text.trim(), 150)
  const { data } = useApiQuery(
    'listInsights',
    { limit: 20, ...(q.length >= 2 && { q }) },
    { enabled: open, keepPrevious: true },
  )
  return (
    <Picker
      multiple
      label={t('Find an insight')}
      open={open}
      onOpenChange={onOpenChange}
      onSearch={setText}
      selected={selected}
      onPick={onPick}
      choices={data?.data.map((one) => ({ id: one.id, label: one.name, ...(one.quote && { note: one.quote }) })) ?? []}
      trigger={
        <Button size="sm" icon={<Plus className="size-3.5" />}>
          {t('Add evidence')}
        </Button>
      }
    />
  )
}
