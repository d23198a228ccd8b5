import { recordJobEvent } from '#domain/account/events/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { eraseContacts } from '#domain/sources/contacts/delete.ts'
import { lockWithMergedContacts } from '#domain/sources/contacts/queries-delete.ts'
import { anonymizeSpeakers } from '#domain/sources/interviews/anonymize-speakers.ts'
import type { Db } from '#store/open.ts'
import { redactEvents, redactQuotes } from './queries.ts'

/** The job contact_erasure. */
export const eraseContact = async ({ org, id, user, progress }: JobRun, { contact_id }: { contact_id: string }) => {
  await progress({ stage: 'erasing' })
  return async (db: Db) => {
    await lockRulesShared(db, org)
    const contactIds = await lockWithMergedContacts(db, org, contact_id)
    await redactQuotes(db, org, contactIds)
    await anonymizeSpeakers(db, org, contactIds)
    await eraseContacts(db, org, contactIds)
    await redactEvents(db, org, contactIds)
    const job = { id, type: 'contact_erasure', user }
    await recordJobEvent(db, org, job, { type: 'contact.erased', object: { id: contact_id } })
  }
}
