import { t } from '#web/i18n/t.ts'
import { keyToLabel } from '#web/labels.ts'

/** The names of steps that are no operations of the API. */
const ownLabels = (): Record<string, string> => ({
  signIn: t('Sign in'),
  signOut: t('Sign out'),
  joinBySingleSignOn: t('Join by single sign-on'),
  linkSingleSignOn: t('Link single sign-on'),
  retention: t('Delete after the retention period'),
  backup: t('Back up'),
  restore: t('Restore a backup'),
})

/** `createApiKey` as "Create API key", `admin.set-role` as "Admin set role". */
export const operationLabel = (operation: string) =>
  ownLabels()[operation] ??
  keyToLabel(
    operation
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .replaceAll(/[._:-]/g, ' ')
      .toLowerCase(),
  )
