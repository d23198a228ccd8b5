import { tell } from '#domain/account/events/record.ts'
import type { JobRun } from '#domain/context.ts'
import { holdRules } from '#domain/segmentation/evaluate.ts'
import { erasePerson, withPredecessors } from '#domain/sources/contacts/remove.ts'
import { forgetSpeakers } from '#domain/sources/interviews/forget.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'

const gone = '[redacted]'

/** What a person said in their own words goes, what was found in it stays and still counts. */
async function redact(db: Db, org: string, contacts: readonly string[]) {
  const quotes = await db.rows<{ insight_id: string }>(sql`
    update quote q set text = ${gone}, redacted = true, speaker = null, start_at = null, end_at = null
    from insight i where i.org_id = ${org} and q.org_id = i.org_id and q.insight_id = i.id and (
      i.contact_id = any(${contacts}::uuid[])
      or q.feedback_id in (select id from feedback where org_id = ${org} and contact_id = any(${contacts}::uuid[])))
    returning q.insight_id`)
  await db.run(sql`
    update insight i set quote = case when quote is null then null else ${gone} end, user_email = null, user_name = null, updated_at = now()
    where org_id = ${org} and contact_id = any(${contacts}::uuid[])`)
  await db.run(sql`
    update insight i set quote = ${gone}, updated_at = now()
    from quote q where i.org_id = ${org} and i.id = any(${quotes.map((row) => row.insight_id)}::uuid[])
      and q.org_id = i.org_id and q.insight_id = i.id and q.is_representative and q.redacted`)
  // A vector is made of the words themselves.
  await db.run(sql`
    delete from insight_vector where org_id = ${org} and (insight_id = any(${quotes.map((row) => row.insight_id)}::uuid[])
      or insight_id in (select id from insight where org_id = ${org} and contact_id = any(${contacts}::uuid[])))`)
}

/** What was told of a person keeps that it was told, not what. */
const forgetEvents = (db: Db, org: string, contacts: readonly string[]) =>
  db.run(sql`
    update event set object = null, previous = null
    where org_id = ${org} and object is not null and object::text ~ ${contacts.join('|')}`)

export const eraseContact = async ({ org, id, user, progress }: JobRun, { contact_id }: { contact_id: string }) => {
  await progress({ stage: 'erasing' })
  return async (db: Db) => {
    await holdRules(db, org)
    const contacts = await withPredecessors(db, org, contact_id)
    await redact(db, org, contacts)
    await forgetSpeakers(db, org, contacts)
    await erasePerson(db, org, contacts)
    await forgetEvents(db, org, contacts)
    await tell(db, org, { id, type: 'contact_erasure', user }, 'contact.erased', { id: contact_id })
  }
}
