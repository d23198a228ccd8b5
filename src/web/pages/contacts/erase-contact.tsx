import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Confirm } from '#web/ui/forms/confirm.tsx'

type Props = { contact: Pick<OutputOf<'getContact'>, 'id'>; name: string; onClose: () => void }

/** Says what happens to the texts of the person, as the organization chose. */
export function EraseContact({ contact, name, onClose }: Props) {
  const { data } = useApiQuery('getRetention')
  const erase = useApiMutation('eraseContact', { successMessage: t('Erasure started'), onSuccess: onClose })
  const texts =
    data?.erased_texts === 'masked'
      ? t('Their feedback, tickets, responses and interviews stay, with identifiers masked.')
      : t('The texts of their feedback, tickets, responses and interviews are removed, with the insights’ names.')
  return (
    <Confirm
      open={data !== undefined}
      onClose={onClose}
      requiredText={name}
      title={t('Erase personal data?')}
      note={
        <>
          {t('Name, email and all other fields of this contact are removed, and their quotes.')} {texts}{' '}
          {t('Counts stay. This cannot be undone.')}
        </>
      }
      confirmLabel={t('Erase')}
      busy={erase.isPending}
      onConfirm={() => erase.mutate({ contactId: contact.id })}
    />
  )
}
