import { categoryKeys } from '#vocabulary/categories.ts'
import { sentimentClasses } from '#engine/labels.ts'
import { isAboutWriter, isCircumstanceOfAnother } from '#engine/text/circumstances.ts'
import { MAX_NEGATIVE_OF_WRITER, MAX_WORDS_TO_CIRCUMSTANCE, MIN_GENERAL_OF_WRITER } from '#engine/thresholds/reading.ts'
import type { Point } from './types.ts'

/*
 * A point that only gives the circumstances of another is none of its own: when or how often it happens, how it was
 * before, or who writes. It is joined to the one before it in the text, or else to the one after.
 */

/** The quote of a point with its circumstances; `start` and `end` remain those of what it says. */
type QuotedPoint = Point & { quoteStart: number; quoteEnd: number }

type Labelled = Pick<Point, 'categories' | 'sentiments'>

export function joinCircumstances(content: string, points: readonly Point[]): QuotedPoint[] {
  const joined: QuotedPoint[] = []
  /** Circumstances before the first point. */
  let waiting: Point | undefined
  for (const point of points) {
    const before = joined.at(-1)
    const only = isOnlyCircumstance(content.slice(point.start, point.end), point)
    if (only && before && areNear(content, before.quoteEnd, point.start)) before.quoteEnd = point.end
    else if (only && !before && !waiting && points.length > 1) waiting = point
    else {
      const isFirstAfter = waiting && areNear(content, waiting.end, point.start)
      if (waiting && !isFirstAfter) joined.push(withOwnQuote(waiting))
      joined.push({ ...withOwnQuote(point), quoteStart: isFirstAfter ? waiting!.start : point.start })
      waiting = undefined
    }
  }
  if (waiting) joined.push(withOwnQuote(waiting))
  return joined
}

const withOwnQuote = (point: Point): QuotedPoint => ({ ...point, quoteStart: point.start, quoteEnd: point.end })

/** In one paragraph, with few words between them. */
function areNear(content: string, end: number, start: number): boolean {
  const between = content.slice(end, start)
  return !/\n\s*\n|\n\s*(?:[-*•–]|\d{1,2}[.)])\s/.test(between) && countWords(between) <= MAX_WORDS_TO_CIRCUMSTANCE
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

const isOnlyCircumstance = (text: string, point: Labelled): boolean =>
  isCircumstanceOfAnother(text) || (isAboutWriter(text) && saysNothingOfProduct(point))

const generalFeedback = categoryKeys.indexOf('GENERAL_FEEDBACK')
const negative = sentimentClasses.indexOf('NEGATIVE')

const saysNothingOfProduct = ({ categories, sentiments }: Labelled) =>
  categories[generalFeedback]! >= MIN_GENERAL_OF_WRITER && sentiments[negative]! <= MAX_NEGATIVE_OF_WRITER
