import { identifiersOf } from '#domain/sources/contacts/identifiers.ts'
import type { PersonBehind, QuotedInsight } from './queries.ts'

/* Leaves people and companies out of texts, also where a text names them. */

const given = (values: readonly (string | null)[]) =>
  values.filter((value): value is string => value !== null && value !== '')

const identify = (people: readonly PersonBehind[]) =>
  identifiersOf({
    names: given(people.flatMap(({ name, user_name, speaker }) => [name, user_name, speaker])),
    emails: given(people.map(({ email }) => email)),
    phones: given(people.map(({ phone }) => phone)),
    externalIds: [],
    companies: given(people.flatMap(({ company, account }) => [company, account])),
    others: [],
  })

export type NameFilter = {
  /** A text of several people or of the team. */
  text(text: string): string
  /** A quote: also the first name alone of the person who said it. */
  quote(insight: Pick<QuotedInsight, 'person' | 'company' | 'speaker'>, text: string): string
}

export const keepNames: NameFilter = { text: (text) => text, quote: (_, text) => text }

export function leaveNamesOut(people: readonly PersonBehind[]): NameFilter {
  const all = identify(people)
  const nobody = identify([])
  const text = (one: string) => nobody.mask(all.maskUnmistakable(one))
  return {
    text,
    quote({ person, company, speaker }, said) {
      const own = { name: person, user_name: null, email: null, phone: null, company, account: null, speaker }
      return text(identify([own]).mask(said))
    },
  }
}
