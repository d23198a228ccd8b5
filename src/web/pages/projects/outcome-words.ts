import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { formatPct, formatUtcDay } from '#web/ui/time.tsx'

type Outcome = OutputOf<'getProjectOutcome'>
type Judged = Outcome['segments'][number]

export const verdictLabel = (verdict: Outcome['verdict']) =>
  ({
    improved: t('Improved'),
    worse: t('Worse'),
    no_change: t('No change'),
    too_little: t('Too little to say'),
  })[verdict]

export const verdictTone = { improved: 'good', worse: 'bad', no_change: 'plain', too_little: 'plain' } as const

const percent = (part: number) => formatPct(100 * Math.abs(part))

/** A whole interval in percent, fewer or more. */
const change = (ratio: number) =>
  ratio < 1
    ? t('{percent} fewer', { percent: percent(1 - ratio) })
    : t('{percent} more', { percent: percent(ratio - 1) })

/** An interval from a tenth to ten times says nothing. */
const maxWidth = 20

export const volumeSentence = ({ volume }: Pick<Judged, 'volume'>) =>
  volume &&
  volume.high <= maxWidth * volume.low &&
  t('{change} customers ask or complain than without the Project; likely between {low} and {high}.', {
    change: change(volume.ratio),
    low: change(volume.low),
    high: change(volume.high),
  })

export const sentimentSentence = ({ verdict, sentiment }: Pick<Judged, 'verdict' | 'sentiment'>) => {
  if (!sentiment || verdict === 'too_little') return null
  if (sentiment.high < 1) return t('Those who speak of it are less negative than before.')
  return sentiment.low > 1 ? t('Those who speak of it are more negative than before.') : null
}

const reasons = (): Record<NonNullable<Outcome['reason']>, string> => ({
  not_completed: t('It is not completed.'),
  no_evidence: t('Its evidence has no theme that could be followed.'),
  too_early: t('Fewer than 4 whole weeks have passed.'),
  short_history: t('There is feedback of fewer than 8 weeks before.'),
  few_other_themes: t('Fewer than 4 other themes have enough feedback to compare with.'),
  few_customers: t('That could be chance: few customers speak of it, or themes change much by themselves.'),
  changed_before: t('It was already changing in the same way before.'),
})

/** Why nothing is said, and what it would take. */
export const reasonSentences = ({ reason, missing_customers, next_verdict_on }: Outcome): string[] =>
  [
    reason && reasons()[reason],
    missing_customers !== null &&
      t('About {count, one {# more customer} other {# more customers}} would have to speak of it.', {
        count: missing_customers,
      }),
    next_verdict_on && t('The next verdict comes on {day}.', { day: formatUtcDay(next_verdict_on) }),
  ].filter((sentence) => typeof sentence === 'string')
