import { t } from '#web/i18n/t.ts'

const morning = (days: number) => {
  const date = new Date()
  date.setDate(date.getDate() + days)
  date.setHours(9, 0, 0, 0)
  return date
}
const untilMonday = () => (8 - new Date().getDay()) % 7 || 7

/** When what is put aside can return. */
export const snoozeTimes = (): [string, Date][] => [
  [t('Later today'), new Date(Date.now() + 3 * 3_600_000)],
  [t('Tomorrow'), morning(1)],
  [t('Next week'), morning(untilMonday())],
]
