import { capitalized } from '#engine/text/capitalized.ts'
import { type SentenceKey, type Sentences, sentencesIn } from '#engine/story/sentences.ts'
import { textsOf } from '#i18n/texts.ts'

/*
 * Reads a generated sentence of another language by the texts of that language alone and says it in English, so that
 * the checks of the English sentences hold for every language. Undefined for what is no sentence of the language.
 */

type Read = (text: string) => string | number | undefined
type Template = { key: SentenceKey; pattern: RegExp; names: { name: string; implied?: number }[] }

const keysFrom = (start: RegExp) => keys.filter((key) => start.test(key))
const keys = Object.keys({
  ...textsOf('evidence_story').en,
  ...textsOf('opportunity').en,
}) as SentenceKey[]

const numberNames = /^(?:insights|customers|contacts|known|own|all|n|before|recent|negative|positive|rank|score)$/
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const number = String.raw`(\d+(?:[.,]\d+)?)`
const part = /\{(\w+),((?: \w+ \{[^}]*\})+)\}|\{(\w+)\}/g

/** A regular expression for a text, with what its groups are. A form without the number says one or several. */
function templateOf(key: SentenceKey, text: string): Template {
  const names: Template['names'] = []
  const literal = (from: number, to: number) => escaped(text.slice(from, to))
  let [pattern, at] = ['', 0]
  for (const { 0: whole, 1: counted, 2: forms, 3: name, index } of text.matchAll(part)) {
    pattern += literal(at, index)
    at = index + whole.length
    if (name !== undefined) {
      names.push({ name })
      pattern += numberNames.test(name) && !isText(key, name) ? number : '(.+?)'
    } else {
      const choices = [...forms!.matchAll(/ (\w+) \{([^}]*)\}/g)].map(([, category, form]) => {
        names.push(form!.includes('#') ? { name: counted! } : { name: counted!, implied: category === 'one' ? 1 : 2 })
        return form!.includes('#') ? escaped(form!).replace('#', number) : `(${escaped(form!)})`
      })
      pattern += `(?:${choices.join('|')})`
    }
  }
  return { key, names, pattern: new RegExp(`^${pattern}${literal(at, text.length)}`, 's') }
}

const isText = (key: SentenceKey, name: string) =>
  key === 'customers_with_insights' && (name === 'customers' || name === 'insights')

/** The separators of a list. */
function listReader(language: string) {
  const list = new Intl.ListFormat(language)
  const lasts = ['a', 'i'].map((next) => list.formatToParts(['a', next]).find(({ type }) => type === 'literal')!.value)
  return (text: string): string[] => {
    const last = Math.max(...lasts.map((one) => text.lastIndexOf(one)))
    if (last < 0) return [text]
    const length = lasts.find((one) => text.startsWith(one, last))!.length
    return [...text.slice(0, last).split(', '), text.slice(last + length)]
  }
}

const firstDay = Date.UTC(2024, 0, 1)
/** Days of three years, with and without the year. */
function daysOf(own: Sentences, english: Sentences): Map<string, string> {
  const isoDays = Array.from({ length: 1096 }, (_, n) => new Date(firstDay + n * 86_400_000).toISOString())
  return new Map(
    isoDays.flatMap((day) => [
      [own.days(day, day).from, english.days(day, day).from],
      [own.day(day), english.day(day)],
    ]),
  )
}

const startsWithShare = /^(?:shared_|by_theme$|by_segment$|about$)/

export function englishReader(language: string) {
  const own = sentencesIn(language)
  const english = sentencesIn('en')
  const texts = { ...textsOf('evidence_story')[language]!, ...textsOf('opportunity')[language]! }
  const templates = new Map(keys.map((key) => [key, templateOf(key, texts[key])]))
  const splitList = listReader(language)
  const days = daysOf(own, english)

  /** The values of the text by a template, and what follows it. */
  function match({ pattern, names }: Template, text: string, isWhole: boolean) {
    const found = new RegExp(isWhole ? `${pattern.source}$` : `${pattern.source}(?: |$)`, 's').exec(text)
    if (!found) return undefined
    const values = new Map<string, string | number>()
    for (const [n, { name, implied }] of names.entries()) {
      const value = found[n + 1]
      if (value !== undefined) values.set(name, implied ?? value)
    }
    return { values, rest: text.slice(found[0].length) }
  }

  function say(key: SentenceKey, values: ReadonlyMap<string, string | number>): string | undefined {
    const said: Record<string, string | number> = {}
    for (const [name, value] of values) {
      const one = typeof value === 'number' ? value : readValue(key, name, value)
      if (one === undefined) return undefined
      said[name] = one
    }
    const text = english.say(key, said)
    return startsWithShare.test(key) ? capitalized(text) : text
  }

  const read =
    (...start: RegExp[]): Read =>
    (text) => {
      for (const key of start.flatMap(keysFrom)) {
        const found = match(templates.get(key)!, text, true)
        const said = found && say(key, found.values)
        if (said !== undefined) return said
      }
      return undefined
    }
  const readShare = read(/^(?:some|all|both)_of_/)
  const readCount = read(/^(?:customers|insights)$/)
  const readFrom = read(/^(?:from|some_from|all_from_\w+)$/)

  function readList(text: string, first: Read, others = first): string | undefined {
    const parts = splitList(text).map((one, n) => (n === 0 ? first : others)(one))
    return parts.every((one) => one !== undefined) ? english.list(parts.map(String)) : undefined
  }

  const partsOf = (key: SentenceKey, text: string) => {
    if (key.startsWith('opening')) return readList(text, read(/^first_(?!of_month)/), read(/^some_(?:neg|pos|neu)/))
    if (key.startsWith('sources')) return readList(text, read(/^source$/, /^more_sources$/))
    return readList(text, read(new RegExp(`^${key}_first$`)), read(new RegExp(`^${key}_further$`)))
  }

  function readValue(key: SentenceKey, name: string, text: string): string | number | undefined {
    if (numberNames.test(name) && !isText(key, name)) return Number(text.replace(',', '.'))
    switch (name) {
      case 'share':
        return readShare(text) ?? readShare(text.charAt(0).toLowerCase() + text.slice(1))
      case 'segment':
        return key.startsWith('shared_') ? read(/^(?:most|all|both)_from_/)(text) : text
      case 'customers':
      case 'insights':
      case 'who':
        return readCount(text)
      case 'support':
        return read(/^support_with_segments$/, /^customers_with_insights$/, /^(?:customers|insights)$/)(text)
      case 'segments':
        return readList(text, readFrom)
      case 'parts':
        return partsOf(key, text)
      case 'sentiment':
        return read(/^every_/)(text)
      case 'sentiments':
        return readList(text, read(/^some_(?:neg|pos|neu)/))
      case 'category':
        return read(/^category_/)(text)
      case 'factors':
        return readList(text, read(/^factor_/))
      case 'day':
      case 'from':
      case 'to':
        return days.get(text)
      case 'points':
        return text.split(own.say('points', { points: '', point: '' })).join('; ')
      case 'point':
        if (key.startsWith('title_topics')) return readList(text, (one) => read(/^other_topics$/)(one) ?? one)
        return text.replace(own.say('under_theme', { theme: '', point: '' }), ': ')
      default:
        return text
    }
  }

  /** Sentences that follow one another, each of a key that begins so. */
  function readAll(text: string, starts: readonly RegExp[]): string | undefined {
    const [start, ...others] = starts
    if (start === undefined) return text === '' ? '' : undefined
    for (const key of keysFrom(start)) {
      const found = match(templates.get(key)!, text, false)
      const said = found && say(key, found.values)
      const rest = said === undefined ? undefined : readAll(found!.rest, others)
      if (rest !== undefined) return rest === '' ? said : `${said} ${rest}`
    }
    return undefined
  }

  return {
    sentence: read(
      /^(?:opening|shared|counter|outside|none|divided|trend|sources|points?)_/,
      /^(?:says|related|left_out|by_segment|by_theme|span|about)$/,
    ),
    finding: read(/^supported(?:_outside)?$/, /^shared$/, /^under_theme$/),
    title: read(/^title_(?!alone)/, /^under_theme$/),
    readAll,
  }
}
