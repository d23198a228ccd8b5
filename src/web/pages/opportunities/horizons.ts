import { t } from '#web/i18n/t.ts'

/** When an opportunity is to be worked on; `none` has no place in the order of the team. */
export const horizonLabels = () => ({ now: t('Now'), next: t('Up next'), later: t('Later'), none: t('No place yet') })
export type HorizonKey = keyof ReturnType<typeof horizonLabels>

export const horizonKeys: readonly HorizonKey[] = ['now', 'next', 'later', 'none']
/** What the API says of it. */
export const toHorizon = (key: HorizonKey) => (key === 'none' ? null : key)
