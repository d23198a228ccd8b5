import { redacted } from '#store/table/erase.ts'

/* Masks values in a text however they are spelled there: case, accents, separators, encoding in an address; pure. */

export const minPhoneDigits = 6
/** Without the country code fewer digits are any number. */
const minNationalDigits = 7
/** Names from here on may have the s of a genitive: "Steiners". */
const minGenitive = 4

type Group = { label: string; values: readonly string[] }

/** Longer values first, so that a full name is not masked in parts. */
export function masker(groups: readonly Group[], phones: readonly string[]): (text: string) => string {
  const labels = new Map(groups.flatMap(({ label, values }) => values.map((value) => [decomposed(value), label])))
  const values = [...labels].filter(([value]) => value !== '').sort(([a], [b]) => b.length - a.length)
  const words = values.map(([value, label]) => `(${wordPattern(value, label)})`).join('|')
  const wordsPattern = words === '' ? undefined : new RegExp(words, 'giu')
  const phonePatterns = phones.map((phone) => new RegExp(phonePattern(phone), 'g'))
  return (text) => {
    const withoutPhones = phonePatterns.reduce((masked, phone) => masked.replace(phone, '[phone]'), text)
    if (!wordsPattern) return withoutPhones
    const before = withoutPhones.normalize('NFD')
    const after = before.replace(wordsPattern, (...match) => {
      const found = match.slice(1, values.length + 1).findIndex((group) => group !== undefined)
      return values[found]?.[1] ?? redacted
    })
    return after === before ? withoutPhones : after.normalize('NFC')
  }
}

const accents = '\\u0300-\\u036f'
/** In the form in which an accent is a character of its own, without accents. */
const decomposed = (value: string) =>
  value
    .normalize('NFD')
    .replace(new RegExp(`[${accents}]`, 'g'), '')
    .toLowerCase()

const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
const unspaced = new RegExp(`^[${unspacedScripts.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u')
/** Whether the text begins in a script that writes words, or words and their endings, without spaces. */
export const isUnspaced = (text: string) => unspaced.test(text)

function wordPattern(value: string, label: string): string {
  const pattern = [...value].map(characterPattern).join('')
  const before = isUnspaced(value) ? '' : '(?<![\\p{L}\\p{N}])'
  if (isUnspaced([...value.normalize('NFC')].at(-1)!)) return before + pattern
  const genitive = label === '[name]' && value.length >= minGenitive ? 's?' : ''
  return `${before}${pattern}${genitive}(?![\\p{L}\\p{N}])`
}

function characterPattern(character: string): string {
  if (/\p{L}/u.test(character)) return `${character}[${accents}]*`
  if (/\s/.test(character)) return '\\s+'
  if (/['’ʼ]/.test(character)) return "['’ʼ]"
  const escaped = character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
  return character === '@' ? '(?:@|%40)' : escaped
}

const separators = '[\\s()./-]{0,3}'
const isInternational = /^\s*(?:\+|00)/

export const digitsOf = (phone: string) => phone.replace(/\D/g, '').replace(/^00/, '')

/** The number with the country code and without it; of a national number also with one. */
function phonePattern(phone: string): string {
  const digits = digitsOf(phone)
  const spaced = (part: string) => [...part].join(separators)
  const national = isInternational.test(phone)
    ? [1, 2, 3].map((length) => digits.slice(length))
    : [digits.replace(/^0+/, '')]
  const code = isInternational.test(phone) ? '' : `(?:(?:\\+|00)\\d{1,3}${separators})?`
  const forms = national
    .filter((part) => part.length >= minNationalDigits)
    .map((part) => `${code}\\(?(?:0${separators})?${spaced(part)}`)
  return `(?<!\\d)(?:${[`(?:\\+|00)?${spaced(digits)}`, ...forms].join('|')})(?!\\d)`
}
