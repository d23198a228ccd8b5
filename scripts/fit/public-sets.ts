import { join } from 'node:path'
import type { Category } from '#vocabulary/categories.ts'
import type { Sentiment } from '#vocabulary/sentiments.ts'
import { dataSet, type Example, textOf } from '../eval/rows.ts'

/*
 * Rows of public data sets whose licence permits shipping the weights, as far as their labels agree with the
 * definitions of training/README.md.
 */

export type Labelled<Label> = { text: string; label: Label; weight: number }

const rowsOf = (folder: string, name: string) => dataSet(join(folder, `${name}.jsonl`)).rows
const everyNth = <T>(rows: readonly T[], n: number) => rows.filter((_, row) => row % n === 0)

export const publicSentiments = (folder: string): Labelled<Sentiment>[] => [
  ...labelled(rowsOf(folder, 'type_maalej'), 1, sentimentOfReview),
  ...labelled(rowsOf(folder, 'aspect_app_features'), 1, polarity),
  ...labelled(everyNth(rowsOf(folder, 'topics_clinc150_val'), 10), 1, (): Sentiment => 'NEUTRAL'),
]

export const publicCategories = (folder: string): Labelled<Category>[] => [
  ...labelled(rowsOf(folder, 'type_maalej'), 0.5, categoryOfReview),
  ...labelled(rowsOf(folder, 'type_reviewpulse_even'), 0.3, categoryOfIssue),
]

const labelled = <Label>(rows: readonly Example[], weight: number, labelOf: (row: Example) => Label | undefined) =>
  rows.flatMap((row): Labelled<Label>[] => {
    const label = labelOf(row)
    return label === undefined ? [] : [{ text: textOf(row), label, weight }]
  })

/** By its stars, except that a defect is negative; three stars are mixed, and those of a wish are not about the wish. */
function sentimentOfReview({ label, rating, star_sentiment }: Example): Sentiment | undefined {
  if (label === 'Feature' || star_sentiment === 'NEUTRAL') return label === 'Bug' ? 'NEGATIVE' : undefined
  if (label === 'Bug') return Number(rating) <= 3 ? 'NEGATIVE' : undefined
  return star_sentiment as Sentiment
}

/** The polarity of a sentence; undefined when it has none or several. */
function polarity({ neg, neu, pos }: Example): Sentiment | undefined {
  const found = [neg && 'NEGATIVE', neu && 'NEUTRAL', pos && 'POSITIVE'].filter(Boolean)
  return found.length === 1 ? (found[0] as Sentiment) : undefined
}

function categoryOfReview({ label, star_sentiment }: Example): Category | undefined {
  if (label === 'Bug') return 'BUGS_AND_ERRORS'
  if (label === 'Feature') return 'FEATURE_REQUESTS'
  return ({ POSITIVE: 'DELIGHTS', NEGATIVE: 'PAIN_POINTS' } as const)[star_sentiment as string]
}

function categoryOfIssue({ labels = [] }: Example): Category | undefined {
  if (labels.length === 1 && /UI|User Exp/.test(labels[0]!)) return 'USABILITY_ISSUES'
  return labels.some((label) => /Crash|Function|Performance|Content|Security/.test(label))
    ? 'BUGS_AND_ERRORS'
    : undefined
}
