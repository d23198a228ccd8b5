import type { Db } from '#store/open.ts'
import type { ErasureRules, TextMode } from './erase-texts.ts'
import { identifiersOf, stringsOf } from '#domain/sources/contacts/identifiers.ts'
import {
  listContactFields,
  listExternalIds,
  listNamesInRecords,
  listOwnPhrases,
  listOwnRecords,
  listQuotesIn,
  listSharedTexts,
  type OwnRecords,
} from './queries-person.ts'

export type Person = {
  contacts: readonly string[]
  own: OwnRecords
  rules: ErasureRules
  emails: readonly string[]
  /** Names of the person as the author of messages in chat threads. */
  authors: readonly string[]
  /** Quotes of the person, to find them in mail. */
  phrases: readonly string[]
}

/** Shorter quotes are found in mail about others. */
const minPhrase = 12
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

export async function loadPerson(db: Db, org: string, contacts: readonly string[], mode: TextMode): Promise<Person> {
  const own = await listOwnRecords(db, org, contacts)
  const fields = await listContactFields(db, org, contacts)
  const named = await listNamesInRecords(db, org, contacts, own)
  const externalIds = (await listExternalIds(db, org, contacts)).map(({ external_id }) => external_id)
  const emails = [...fields, ...named].map(({ email }) => email).filter(isText)
  const companies = fields.flatMap(({ company }) => [company?.name, company?.domain]).filter(isText)
  const identifiers = identifiersOf({
    names: [...fields, ...named].map(({ name }) => name).filter(isText),
    emails,
    phones: fields.map(({ phone }) => phone).filter(isText),
    externalIds,
    companies,
    others: fields.flatMap(({ attributes, company }) => stringsOf([attributes, company?.attributes])),
  })
  const shared = await listSharedInsights(db, org, { contacts, emails, authors: externalIds })
  own.insights = [...new Set([...own.insights, ...shared])].sort()
  const phrases = (await listOwnPhrases(db, org, own.insights)).filter((phrase) => phrase.length >= minPhrase)
  return { contacts, own, rules: { mode, identifiers }, emails, authors: externalIds, phrases }
}

const normalized = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim()

/** Insights that quote the person in feedback of others. */
async function listSharedInsights(db: Db, org: string, authorship: Parameters<typeof listSharedTexts>[2]) {
  const texts = Map.groupBy(await listSharedTexts(db, org, authorship), ({ feedback_id }) => feedback_id)
  const quotes = await listQuotesIn(db, org, [...texts.keys()])
  const isOwn = ({ feedback_id, text }: { feedback_id: string; text: string }) =>
    texts.get(feedback_id)!.some((said) => normalized(said.text).includes(normalized(text)))
  return quotes.filter(isOwn).map(({ insight_id }) => insight_id)
}
