import { type Counting, fill, type Values } from '#i18n/fill.ts'
import { textsOf } from '#i18n/texts.ts'

/*
 * What is written about evidence, in the language of an organization: texts of `i18n/` with numbers, days and lists as
 * the language has them. Languages without these texts get English.
 */

const readTexts = () => {
  const opportunity = textsOf('opportunity')
  return Object.fromEntries(
    Object.entries(textsOf('evidence_story')).map(([language, story]) => [
      language,
      { ...story, ...opportunity[language]! },
    ]),
  )
}
let texts: ReturnType<typeof readTexts> | undefined

export type SentenceKey = keyof NonNullable<typeof texts>[string]

export type Sentences = {
  say: (key: SentenceKey, values?: Values) => string
  /** “a, b and c” */
  list: (parts: readonly string[]) => string
  /** “May 20, 2026” */
  day: (instant: string) => string
  /** “March 1” and “May 20, 2026”: the year once where it is the same. */
  days: (from: string, to: string) => { from: string; to: string }
}

const known = new Map<string, Sentences>()

export function sentencesIn(language: string): Sentences {
  texts ??= readTexts()
  const code = Object.hasOwn(texts, language) ? language : 'en'
  let sentences = known.get(code)
  if (!sentences) known.set(code, (sentences = makeSentences(texts[code]!, code)))
  return sentences
}

function makeSentences(own: Record<SentenceKey, string>, code: string): Sentences {
  const rules = new Intl.PluralRules(code)
  const { format } = new Intl.NumberFormat(code)
  const counting: Counting = { category: (count) => rules.select(count), format, formatAlone: format }
  // American English would have a comma before “and”.
  const list = new Intl.ListFormat(code === 'en' ? 'en-GB' : code)
  const monthAndDay = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const ofYear = new Intl.DateTimeFormat(code, monthAndDay)
  const full = new Intl.DateTimeFormat(code, { ...monthAndDay, year: 'numeric' })
  const say: Sentences['say'] = (key, values = {}) => fill(own[key], values, counting)
  const dayIn = (format: Intl.DateTimeFormat, instant: string) =>
    format
      .formatToParts(Date.parse(instant))
      .map(({ type, value }) => (type === 'day' && value === '1' ? say('first_of_month', { day: value }) : value))
      .join('')
  return {
    say,
    list: (parts) => list.format(parts),
    day: (instant) => dayIn(full, instant),
    days: (from, to) => ({
      from: dayIn(from.slice(0, 4) === to.slice(0, 4) ? ofYear : full, from),
      to: dayIn(full, to),
    }),
  }
}
