import { createHash } from 'node:crypto'
import { compileMaskRules, maskText } from '#engine/masking/mask-text.ts'
import { redacted } from '#store/table/erase.ts'
import { digitsOf, isUnspaced, masker, minPhoneDigits } from './mask-values.ts'

/* What identifies a person, and how it is masked in a text; pure. */

/** Fields of a contact, of its identities, and of records that name the person. */
export type PersonFields = {
  names: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
  externalIds: readonly string[]
  companies: readonly string[]
  /** Values of attributes. */
  others: readonly string[]
}

export type Identifiers = {
  /** The text with the identifiers of the person, and any email address and phone number, masked. */
  mask(text: string): string
  /** Only the identifiers of the person. */
  maskOwn(text: string): string
  /** Of those, what is no ordinary word: for texts about several people. */
  maskUnmistakable(text: string): string
  /** Values that name this person alone, to find copies by. */
  strong: readonly string[]
  /** The words of all identifiers, in lower case. */
  words: readonly string[]
}

/** Shorter parts of a name are words of many texts. */
const minNamePart = 3
const minExternalId = 5
const minOther = 4
const minMailboxName = 5

/** Also for regular expressions of PostgreSQL. */
export const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const generalRules = compileMaskRules({ kinds: ['email', 'phone'], patterns: [] })

const distinct = (values: readonly string[]) => [...new Set(values.map((value) => value.trim()).filter(Boolean))]
const partsOf = (name: string) =>
  name.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part.length >= (isUnspaced(part) ? minNamePart - 1 : minNamePart))

export const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_-]*/gu
export const lowerCaseWords = (text: string): string[] => text.toLowerCase().match(wordPattern) ?? []

export function identifiersOf(person: PersonFields): Identifiers {
  const names = distinct(person.names)
  const emails = distinct(person.emails)
  const externalIds = distinct(person.externalIds).filter((id) => id.length >= minExternalId)
  const phones = distinct(person.phones).filter((phone) => digitsOf(phone).length >= minPhoneDigits)
  const mailboxes = emails.map((email) => email.split('@')[0]!).filter((name) => name.length >= minMailboxName)
  const companies = distinct(person.companies).filter((name) => name.length >= minNamePart)
  const unmistakable = [
    { label: '[email]', values: emails },
    { label: '[id]', values: [...externalIds, ...mailboxes] },
    { label: '[name]', values: names.filter((name) => /\s/.test(name) || isUnspaced(name)) },
    { label: '[company]', values: companies },
  ]
  const others = { label: redacted, values: distinct(person.others).filter((value) => value.length >= minOther) }
  const maskOwn = masker(
    [...unmistakable, { label: '[name]', values: [...names, ...names.flatMap(partsOf)] }, others],
    phones,
  )
  return {
    maskOwn,
    maskUnmistakable: masker(unmistakable, phones),
    mask: (text) => maskText(generalRules, maskOwn(text)).text,
    strong: distinct([...emails, ...phones, ...externalIds, ...names.filter((name) => /\s/.test(name))]),
    words: [...new Set([...names, ...emails, ...externalIds, ...companies, ...others.values].flatMap(lowerCaseWords))],
  }
}

type Change = (text: string) => string

/** A document of a customer with all its strings changed, keys included. */
export const mapStrings = (value: unknown, change: Change) => mapDocument(value, change, change)

/** A document of Earshot, whose keys are names of fields. */
export const mapTexts = (value: unknown, change: Change) => mapDocument(value, change, (key) => key)

function mapDocument(value: unknown, change: Change, changeKey: Change): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapDocument(item, change, changeKey))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [changeKey(key), mapDocument(item, change, changeKey)]),
  )
}

const hasText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** All strings in a JSON document. */
export function stringsOf(value: unknown): string[] {
  if (hasText(value)) return [value]
  if (Array.isArray(value)) return value.flatMap(stringsOf)
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsOf) : []
}

/** An id at a source that contains an identifier becomes a hash, by which it is not found again. */
export const erasedReference = (reference: string) =>
  `erased-${createHash('sha256').update(reference).digest('hex').slice(0, 32)}`

const isIdOrTime = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?)$/
const namesOfStates = new Set('status type result code origin sentiment category source_type kind'.split(' '))
const freeObjects = new Set('metadata attributes custom_fields company contact participants identities tags'.split(' '))

/** Other keys are names that a file or a client gave. */
const isFieldName = /^[a-z][a-z0-9_]{0,63}$/

/** The document with its ids, times and names of states; every other text is redacted. */
export function redactDocument(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return isIdOrTime.test(value) || namesOfStates.has(name) ? value : redacted
  if (Array.isArray(value)) return freeObjects.has(name) ? [] : value.map((item) => redactDocument(item, name))
  if (value === null || typeof value !== 'object') return value
  if (freeObjects.has(name)) return null
  const fields = Object.entries(value).filter(([key]) => isFieldName.test(key))
  return Object.fromEntries(fields.map(([key, item]) => [key, redactDocument(item, key)]))
}
