import { t } from '#web/i18n/t.ts'
import { toast } from '#web/toasts.ts'

export const copyToClipboard = (text: string, successMessage = t('Copied')): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => toast({ title: successMessage }),
    () => toast({ tone: 'bad', title: t('The browser blocked copying; select the text and copy it manually.') }),
  )
