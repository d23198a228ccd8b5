/** The value of the person's own words once they are removed, and how the column stores text. */
export type WordColumn = { type: 'text' | 'url' | 'text[]' | 'jsonb'; removed: string | null | [] | object }

export type TableErasure = {
  /** Personal data of the contact: removed. */
  cleared?: string
  /** The person's own words: removed, or kept with the person's identifiers masked, as the organization chose. */
  words?: Record<string, WordColumn>
  /** Ids at the source, by which a record is found again: replaced by a hash where they contain an identifier. */
  references?: string
  /** Written by Earshot from what customers say: identifiers and words that only this person used are masked. */
  generated?: string
  /** Copies of requests, responses and records: removed where they are about the person. */
  copies?: string
  /** Written by a member of the team, or set up by one: not touched. */
  team?: string
  /** Data of the members of the team, not of contacts. */
  account?: string
  /** Ids, names of kinds, states, numbers and names of sources: no text of a customer. */
  fixed?: string
  /** Keys and passwords. */
  secret?: string
  /** Published by others, without a link to a contact. */
  published?: string
  /** Computed by PostgreSQL from other columns; changes with them. */
  computed?: string
}
