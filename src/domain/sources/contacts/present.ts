import type { Static } from 'typebox'
import type { Contact } from '#contract/resources/contacts.ts'
import type { Ctx } from '#domain/context.ts'
import { merged, notFound } from '#domain/errors.ts'
import { contactById, type ContactRow, holdContacts, knownContact } from './queries.ts'

export const npsType = (score: number) => (score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor')

export function shown(row: ContactRow): Static<typeof Contact> {
  const { positive, negative, neutral, nps_score, nps_at, company, deleted_at: _, ...contact } = row
  return {
    ...contact,
    company: company && {
      name: company.name ?? null,
      domain: company.domain ?? null,
      plan: company.plan ?? null,
      mrr: company.mrr ?? null,
      size: company.size ?? null,
      attributes: company.attributes ?? {},
    },
    sentiment_breakdown: { positive, negative, neutral },
    latest_nps:
      nps_score === null || nps_at === null
        ? null
        : { score: nps_score, type: npsType(nps_score), responded_at: nps_at },
  }
}

/** Still there: not merged, not deleted. */
export function present<Row extends { deleted: boolean; merged_into_id: string | null }>(row: Row | undefined): Row {
  if (row?.merged_into_id) merged('contact', row.merged_into_id)
  return row && !row.deleted ? row : notFound('contact')
}

export const requireContact = async ({ db, org }: Ctx, id: string) => present(await knownContact(db, org, id))
export const contactToChange = async ({ db, org }: Ctx, id: string) => present((await holdContacts(db, org, [id]))[0])

export async function showContact({ db, org }: Ctx, id: string): Promise<Static<typeof Contact>> {
  const row = await contactById(db, org, id)
  present(row && { deleted: row.deleted_at !== null, merged_into_id: row.merged_into_id })
  return shown(row!)
}
