import type { Category } from '#vocabulary/categories.ts'
import { readWords } from '#engine/words/read-words.ts'
import { wordingIn } from './wordings.ts'

/*
 * The closed catalogue of what can be said of a subject: `aspects/en.txt` defines it, the files of other languages word
 * the same ones. The model's head of aspects knows all but those that stand for a category.
 */

/** “Calendar sync: does not work”; the subject alone without an aspect. */
export function nameWithAspect(subject: string, aspect: string | null, language: string): string {
  const wording = aspect === null ? undefined : wordingIn('aspects', language, aspect)
  return wording === undefined ? subject : `${subject}: ${wording}`
}

/** Probabilities of aspects. */
export type Aspects = Readonly<Record<string, number>>

const aspectOfCategory: Partial<Record<Category, string>> = {
  BUGS_AND_ERRORS: 'problems',
  USABILITY_ISSUES: 'hard-to-use',
  PAIN_POINTS: 'complaints',
  FEATURE_REQUESTS: 'requests',
  DELIGHTS: 'praise',
}

const aspectsOfPraise = new Set(readWords('naming/aspects-of-praise'))
const isOfRequest = (aspect: string) => aspect.startsWith('wanted')
const saysWhatIs = new Set(['how-to', 'in-use'])

/** A request wants something, praise has no problem, and a problem is neither: as in the statements of training/. */
function fits(aspect: string, category: Category): boolean {
  if (category === 'GENERAL_FEEDBACK' || saysWhatIs.has(aspect)) return true
  if (aspectsOfPraise.has(aspect)) return category === 'DELIGHTS'
  return isOfRequest(aspect) ? category === 'FEATURE_REQUESTS' : categoriesOfProblems.has(category)
}

/** Praise says nothing of a problem or a wish, and the other way round. */
export function contradictsAspect({ category }: { category: Category }, aspect: string | null): boolean {
  if (aspect === null || saysWhatIs.has(aspect)) return false
  const isOfPraise = aspectsOfPraise.has(aspect) || aspect === aspectOfCategory.DELIGHTS
  return isOfPraise ? category !== 'DELIGHTS' && category !== 'GENERAL_FEEDBACK' : category === 'DELIGHTS'
}

const categoriesOfProblems = new Set<Category>(['BUGS_AND_ERRORS', 'USABILITY_ISSUES', 'PAIN_POINTS'])

/** Those that an insight of a category can say. */
export const fittingAspects = (read: Aspects, category: Category): Aspects =>
  Object.fromEntries(Object.entries(read).filter(([aspect]) => fits(aspect, category)))

/** Those that the model has read and that fit the category; without any, that of the category. */
export function aspectsOf(read: Aspects | null, category: Category): Aspects {
  const fitting = fittingAspects(read ?? {}, category)
  if (Object.keys(fitting).length > 0) return fitting
  const aspect = aspectOfCategory[category]
  return aspect === undefined ? {} : { [aspect]: 1 }
}
