import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'

export type ListedShareLink = ItemOf<'listShareLinks'>
/** What a link shows; the roadmap and the dashboard have no id. */
export type LinkTarget = { kind: ListedShareLink['kind']; id?: string }

export const shareLinkKindLabels = (): Record<ListedShareLink['kind'], string> => ({
  theme: t('Theme'),
  opportunity: t('Opportunity'),
  evidence_story: t('Evidence story'),
  roadmap: t('Roadmap'),
  dashboard: t('Dashboard'),
})

/** Why a link does not work; null while it does. */
export const endedLabels = (): Record<ListedShareLink['status'], string | null> => ({
  active: null,
  expired: t('Expired'),
  revoked: t('Revoked'),
  ended: t('Deleted'),
})
