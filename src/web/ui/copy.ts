import { t } from '#web/i18n/t.ts'
import { toast } from './toast.tsx'

export const copy = (text: string, said = t('Copied')): Promise<void> =>
  navigator.clipboard.writeText(text).then(
    () => toast({ title: said }),
    () => toast({ tone: 'bad', title: t('The browser did not let us copy; select and copy by hand.') }),
  )
