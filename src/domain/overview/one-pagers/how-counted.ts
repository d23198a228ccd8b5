import type { OnePagerTexts } from '#i18n/texts.ts'
import type { OnePagerLanguage } from '#vocabulary/one-pagers.ts'
import type { PageFacts } from './facts.ts'
import { withValues, numberIn } from './words.ts'

/** A sentence for each number that needs one. */
export function howCounted(facts: PageFacts, texts: OnePagerTexts, language: OnePagerLanguage): string[] {
  const { account_reach: reach, trend, opportunity } = facts
  const unconverted = reach?.unconverted.map(({ currency }) => currency) ?? []
  const terms = (opportunity?.score_terms ?? []).flatMap(({ name, measure }) =>
    measure === null ? [] : [withValues(texts.term, { name, value: numberIn(language, measure) })],
  )
  return [
    texts.countedOnce,
    reach && reach.revenue_account_count > 0 && reach.currency !== null
      ? withValues(texts.revenueCounted, { currency: reach.currency })
      : '',
    unconverted.length > 0 ? withValues(texts.unconverted, { currencies: unconverted.join(', ') }) : '',
    trend === null ? '' : texts.trendCounted,
    opportunity && opportunity.score !== null && terms.length > 0
      ? withValues(texts.scoreCounted, { terms: terms.join(', ') })
      : '',
  ].filter((sentence) => sentence !== '')
}
