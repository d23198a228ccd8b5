import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type AuditItem = ItemOf<'listAuditEntries'>

export const actorLabels = (): Record<AuditItem['actor']['type'], string> => ({
  user: t('In the app'),
  api_key: t('API key'),
  command: t('Command line'),
  integration: t('Integration'),
  system: t('Automatic'),
  anonymous: t('Not signed in'),
})

export const meansLabels = (): Record<NonNullable<AuditItem['means']>, string> => ({
  password: t('Password'),
  single_sign_on: t('Single sign-on'),
  setup: t('Setup'),
  invitation: t('Invitation'),
  password_reset: t('Reset link'),
})
