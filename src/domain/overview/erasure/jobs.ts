import { recordJobEvent } from '#domain/events/feed/queries-insert.ts'
import type { JobRun } from '#domain/context.ts'
import { getRetention } from '#domain/overview/retention/queries.ts'
import { lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { serializeAccountWrites } from '#domain/sources/accounts/write.ts'
import { eraseContacts } from '#domain/sources/contacts/delete.ts'
import { lockWithMergedContacts } from '#domain/sources/contacts/queries-delete.ts'
import { anonymizeSpeakers } from '#domain/sources/interviews/anonymize-speakers.ts'
import type { Db } from '#store/open.ts'
import { eraseCopies, eraseQueuedMail } from './erase-copies.ts'
import { eraseComments } from './erase-comments.ts'
import { eraseThreadMessages, eraseUpload, listUploadsWith } from './erase-files.ts'
import { eraseGenerated, listOwnWords } from './erase-generated.ts'
import { eraseRecords, recordIds } from './erase-records.ts'
import { loadPerson, type Person } from './person.ts'
import { clearEventsOf, deleteCountsOfNoContact } from './queries-copies.ts'
import { deleteLoggedChanges, listUploadsOf } from './queries-files.ts'
import { listOwnRecords, lockContactsToErase } from './queries-person.ts'
import { redactWrittenTexts } from './queries-quotations.ts'

/*
 * Erases a person: generated texts first, because they are compared with the person's words; then the words
 * themselves, copies of them and files, in short transactions. The contact, by whose fields the rest is found, comes
 * last, so that an interrupted erasure can be repeated from the start.
 */

/** What was written by others while the first steps ran is newer than this. */
const clockToleranceMs = 60_000

/** The job contact_erasure. */
export async function eraseContact(run: JobRun, { contact_id }: { contact_id: string }) {
  const { org, write } = run
  const since = new Date(Date.now() - clockToleranceMs)
  const contacts = await lockWithMergedContacts(run.db, org, contact_id)
  const { erased_texts: mode } = await getRetention(run.db, org)
  const person = await loadPerson(run.db, org, contacts, mode)
  const ownWords = await listOwnWords(run.db, org, person.own)
  await run.progress({ stage: 'erasing' })
  const generated = await write(async (db) => {
    await redactWrittenTexts(db, org, contacts)
    const comments = await eraseComments(db, org, person)
    return [...comments, ...(await eraseGenerated(db, org, { ...person, ownWords }))]
  })
  await eraseRecords(run, person)
  await eraseFiles(run, person)
  const copied = [...contacts, ...recordIds(person.own), ...generated]
  const mentioned = { ids: copied, strong: person.rules.identifiers.strong }
  await eraseCopies(write, org, { mentioned, since: null })
  return async (db: Db) => {
    await lockRulesShared(db, org)
    await serializeAccountWrites(db, org)
    await lockContactsToErase(db, org, contacts)
    const inTransaction = { ...run, db, write: <T>(work: (one: Db) => Promise<T>) => work(db) }
    await eraseNewer(inTransaction, person, ownWords)
    await anonymizeSpeakers(db, org, contacts)
    await eraseContacts(db, org, contacts)
    await deleteCountsOfNoContact(db, org)
    await clearEventsOf(db, org, copied)
    await eraseCopies(inTransaction.write, org, { mentioned, since })
    await eraseQueuedMail(db, org, run.vault, { ...mentioned, phrases: person.phrases })
    const job = { id: run.id, type: 'contact_erasure', user: run.user }
    await recordJobEvent(db, org, job, { type: 'contact.erased', object: { id: contact_id } })
  }
}

/** Records that came in since the person was loaded; the lock on the contacts keeps further ones out. */
async function eraseNewer(run: JobRun, person: Person, ownWords: ReadonlySet<string>) {
  const known = new Set(recordIds(person.own))
  const own = await listOwnRecords(run.db, run.org, person.contacts)
  await run.write(async (db) => clearEventsOf(db, run.org, await eraseComments(db, run.org, { ...person, own })))
  const newer = Object.fromEntries(
    Object.entries(own).map(([kind, ids]) => [kind, ids.filter((id) => !known.has(id))]),
  ) as typeof own
  if (recordIds(newer).length === 0) return
  await run.write((db) => eraseGenerated(db, run.org, { own: newer, rules: person.rules, ownWords }))
  await eraseRecords(run, { ...person, own: newer })
  await run.write((db) => clearEventsOf(db, run.org, recordIds(newer)))
}

async function eraseFiles({ db, org, write }: JobRun, { contacts, own, rules, authors }: Person) {
  const records = [...contacts, ...recordIds(own)]
  const uploads = [
    ...(await listUploadsOf(db, org, records)),
    ...(await listUploadsWith(db, org, rules.identifiers.strong)),
  ]
  for (const upload of new Set(uploads)) await write((tx) => eraseUpload(tx, org, upload, rules.identifiers))
  await write((tx) => deleteLoggedChanges(tx, org, records))
  await write((tx) => eraseThreadMessages(tx, org, authors, rules))
}
