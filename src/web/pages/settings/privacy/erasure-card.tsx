import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Card } from '#web/ui/card.tsx'
import { Toggle } from '#web/ui/forms/field.tsx'

/** What erasing a contact does to the texts of the person. */
export function ErasureCard() {
  const { data } = useApiQuery('getRetention')
  const save = useApiMutation('updateRetention', { successMessage: t('Saved') })
  if (!data) return null
  return (
    <Card
      title={t('Erasing contacts')}
      note={t('An erased contact loses name, email and all other fields; quotes are removed. Counts stay.')}
    >
      <Toggle
        label={t('Keep texts of erased contacts, with identifiers masked')}
        hint={t('In feedback, tickets, responses and interviews. Off: these texts are removed.')}
        checked={data.erased_texts === 'masked'}
        onChange={(on) => save.mutate({ erased_texts: on ? 'masked' : 'removed' })}
      />
    </Card>
  )
}
