import type { Static } from 'typebox'
import type { Contact } from '#contract/resources/contacts.ts'
import type { Ctx, ReadCtx } from '#domain/context.ts'
import { throwMerged, notFound } from '#domain/errors.ts'
import { npsGroupOf } from '#vocabulary/nps.ts'
import { findContact, type ContactRow, lockContacts, findContactStatus } from './queries.ts'

function toContact(row: ContactRow): Static<typeof Contact> {
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
        : { score: nps_score, type: npsGroupOf(nps_score), responded_at: nps_at },
  }
}

/** Neither merged nor deleted. */
export function requirePresent<Row extends { deleted: boolean; merged_into_id: string | null }>(
  row: Row | undefined,
): Row {
  if (row?.merged_into_id) throwMerged('contact', row.merged_into_id)
  return row && !row.deleted ? row : notFound('contact')
}

export const requireContact = async ({ db, org }: ReadCtx, id: string) =>
  requirePresent(await findContactStatus(db, org, id))
/** A deleted contact still has the data of the person. */
export async function requireErasable({ db, org }: ReadCtx, id: string) {
  const status = await findContactStatus(db, org, id)
  requirePresent(status && { ...status, deleted: false })
}
export const lockContact = async ({ db, org }: Ctx, id: string) =>
  requirePresent((await lockContacts(db, org, [id]))[0])

export async function getContact({ db, org }: ReadCtx, id: string): Promise<Static<typeof Contact>> {
  const row = await findContact(db, org, id)
  requirePresent(row && { deleted: row.deleted_at !== null, merged_into_id: row.merged_into_id })
  return toContact(row!)
}
