import { isNamedTheme } from './named-themes.ts'
import { readWords } from '#engine/words/read-words.ts'
import type { OpportunityCategory } from '#vocabulary/categories.ts'
import { aspectsOf, nameWithAspect } from './aspects.ts'
import { topicLanguages, topicNamesIn } from './topic-bank.ts'

/* What an opportunity is called: a subject and what is said of it, never the words of one insight. */

const aspectsWithoutWork = new Set(readWords('naming/aspects-without-work'))

/** Praise, use and general complaints ask for nothing that could be built. */
export const asksForChange = (aspect: string | null): boolean => aspect === null || !aspectsWithoutWork.has(aspect)

const generalTopic = 'General satisfaction'
const generalNames = new Set(
  topicLanguages.map((language) => topicNamesIn(language)[topicNamesIn('en').indexOf(generalTopic)]?.toLowerCase()),
)

/** A theme that something can be done about: not “Other”, nor “General satisfaction”. */
export const isWorkableTheme = (name: string): boolean =>
  isNamedTheme({ name, is_catch_all: false }) && !generalNames.has(name.trim().toLowerCase())

type NamedSubtheme = { name: string; subject: string | null; aspect: string | null; category: OpportunityCategory }

/** “Appointments: appear twice”; where members say different things of a subject, “Lunch breaks: requests”. */
export const titleOfSubtheme = ({ name, subject, aspect, category }: NamedSubtheme, language: string): string =>
  aspect === null && name === subject ? titleOfTheme(name, category, language) : name

/** “Calendar sync: requests” */
export function titleOfTheme(theme: string, category: OpportunityCategory, language: string): string {
  const kind = category === 'FEATURE_REQUESTS' ? category : 'BUGS_AND_ERRORS'
  const [aspect = null] = Object.keys(aspectsOf(null, kind))
  return nameWithAspect(theme, aspect, language)
}

/** Whether it is the title of a theme of this name in any language, with requests or problems. */
export const isTitleOfTheme = (title: string, theme: string): boolean =>
  topicLanguages.some((language) =>
    (['FEATURE_REQUESTS', 'BUGS_AND_ERRORS'] as const).some((kind) => titleOfTheme(theme, kind, language) === title),
  )

/** Whether it is a subject and what is said of it, in any language: this aspect, or requests or problems. */
export const isGeneratedTitle = (title: string, aspect: string | null): boolean =>
  topicLanguages.some((language) =>
    [aspect, 'requests', 'problems'].some(
      (one) => one !== null && title.endsWith(nameWithAspect('', one, language)) && /^[^:]+: [^:]+$/.test(title),
    ),
  )
