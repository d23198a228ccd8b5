import { listContactNames } from '#domain/imports/csv-uploads/queries-names.ts'
import { normalizeText } from '#domain/imports/csv-uploads/rows/row-fields.ts'
import type { ContactFields } from '#domain/sources/contacts/rules.ts'
import type { Db } from '#store/open.ts'

type Input = { contact?: ContactFields; requester?: ContactFields }

const wordsOf = (name: string) => normalizeText(name).split(' ')

/** Whether the other name has all words of this one, and more. */
const isPartOf = (name: string, other: string): boolean => {
  const [words, others] = [wordsOf(name), new Set(wordsOf(other))]
  return words.length < others.size && words.every((word) => others.has(word))
}

const contactOf = ({ contact, requester }: Input): ContactFields | undefined => contact ?? requester

/** A file with “Ana” does not rename Ana Ruiz: names that are a part of the known name are left out. */
export async function withoutPartialNames<T extends Input>(db: Db, org: string, inputs: readonly T[]): Promise<T[]> {
  const emails = inputs.flatMap((input) => contactOf(input)?.email?.toLowerCase() ?? [])
  if (emails.length === 0) return [...inputs]
  const known = new Map((await listContactNames(db, org, [...new Set(emails)])).map(({ email, name }) => [email, name]))
  return inputs.map((input) => {
    const contact = contactOf(input)
    const other = known.get(contact?.email?.toLowerCase() ?? '')
    if (!contact?.name || other === undefined || !isPartOf(contact.name, other)) return input
    const { name: _, ...rest } = contact
    return { ...input, [input.contact ? 'contact' : 'requester']: rest }
  })
}
