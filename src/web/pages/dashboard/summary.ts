import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { formatNumber, formatPct } from '#web/ui/time.tsx'

function differenceSentence(difference: number): string {
  if (difference === 0) return t('Same number of insights as in the previous period.')
  return difference > 0
    ? t('{count} more insights than in the previous period.', { count: formatNumber(difference) })
    : t('{count} fewer insights than in the previous period.', { count: formatNumber(-difference) })
}

/** The main numbers in sentences. */
export function summaryParagraph(data: OutputOf<'getDashboard'>, compare: boolean): string {
  const { insights, feedback, negative_share: share } = data.kpis
  const [worse] = data.negative_rising
  const [better] = data.positive_rising
  // Compared with an empty period everything would be more.
  const compared = compare && insights.previous > 0
  if (insights.value === 0 && feedback.value === 0) return t('No insights or feedback in this period.')
  const sentences = [
    t('{insights, one {# insight} other {# insights}} and {feedback, one {# piece} other {# pieces}} of feedback.', {
      insights: insights.value,
      feedback: feedback.value,
    }),
    share.value !== null && t('{share} of the insights are negative.', { share: formatPct(share.value) }),
    compared && differenceSentence(insights.value - insights.previous),
    compared &&
      worse &&
      t('Complaints rose most for {name} ({before} to {now}).', {
        name: worse.name,
        before: worse.previous,
        now: worse.current,
      }),
    compared &&
      better &&
      t('Praise rose most for {name} ({before} to {now}).', {
        name: better.name,
        before: better.previous,
        now: better.current,
      }),
  ]
  return sentences.filter(Boolean).join(' ')
}
