import type { JobRun } from '#domain/context.ts'
import { listSegments, updateInterviewSegment } from '#domain/sources/interviews/queries-segments.ts'
import { lockInterviewsWithContacts } from '#domain/sources/interviews/queries.ts'
import { rolesBySpeaker } from '#domain/sources/interviews/compose.ts'
import { textOfRole } from '#engine/transcript/assign-roles.ts'
import type { Db } from '#store/open.ts'
import { redacted } from '#store/table/erase.ts'
import { eraseInTicketFeedback } from './erase-files.ts'
import { eraseMessages, type ErasureRules, eraseTextsOf, type TextTableName } from './erase-texts.ts'
import type { Person } from './person.ts'
import { updateContent } from './queries-files.ts'
import type { OwnRecords } from './queries-person.ts'
import {
  clearAuthors,
  clearAuthorsOfMessages,
  clearInsightPeople,
  clearSummaries,
  deleteVectorsOf,
  listManualInsights,
  listMessagesFrom,
  markFeedbackErased,
  redactQuotesFrom,
  redactQuotesOf,
} from './queries-records.ts'

/** Records of one transaction. */
const batchSize = 100

export const recordIds = (own: OwnRecords): string[] => [...new Set(Object.values(own).flat())]

type Batch = { ids: readonly string[]; rules: ErasureRules }

/** The texts of the person's records, in short transactions; repeating it changes nothing. */
export async function eraseRecords(run: Pick<JobRun, 'org' | 'db' | 'write' | 'signal'>, person: Person) {
  const { own, rules } = person
  const { org } = run
  const inBatches = async (ids: readonly string[], work: (db: Db, batch: Batch) => Promise<unknown>) => {
    for (let n = 0; n < ids.length; n += batchSize) {
      run.signal.throwIfAborted()
      await run.write((db) => work(db, { ids: ids.slice(n, n + batchSize), rules }))
    }
  }
  const texts = (name: TextTableName) => (db: Db, batch: Batch) => eraseTextsOf(db, org, name, batch)
  await inBatches(own.insights, (db, batch) => eraseInsights(db, org, rules, batch))
  await inBatches(own.feedback, async (db, batch) => {
    await eraseTextsOf(db, org, 'feedback', batch)
    await markFeedbackErased(db, org, batch.ids, rules.mode === 'masked')
    await redactQuotesFrom(db, org, batch.ids)
  })
  await inBatches(own.tickets, async (db, batch) => {
    await eraseTextsOf(db, org, 'support_ticket', batch)
    await eraseTextsOf(db, org, 'support_message', batch)
    await clearAuthors(db, org, batch.ids)
  })
  await inBatches(await listMessagesFrom(run.db, org, person.emails), async (db, { ids }) => {
    await eraseInTicketFeedback(db, org, ids, rules)
    await eraseMessages(db, org, ids, rules)
    await clearAuthorsOfMessages(db, org, ids)
  })
  await inBatches(own.npsResponses, texts('nps_response'))
  await inBatches(own.surveyResponses, texts('survey_response'))
  await inBatches(own.surveyResponses, texts('survey_answer'))
  await inBatches(
    own.interviews.filter((id) => own.feedback.includes(id)),
    texts('interview_segment'),
  )
  await inBatches(own.interviews, (db, { ids }) => clearSummaries(db, org, ids))
  await run.write((db) => eraseSpeech(db, org, person))
}

/** A name that a member of the team wrote loses the identifiers of the person only. */
async function eraseInsights(db: Db, org: string, rules: ErasureRules, { ids }: Batch) {
  const manual = new Set(await listManualInsights(db, org, ids))
  const found = ids.filter((id) => !manual.has(id))
  await eraseTextsOf(db, org, 'insight', { ids: found, rules })
  await eraseTextsOf(db, org, 'insight', { ids: [...manual], rules: { ...rules, mode: 'masked' } })
  await clearInsightPeople(db, org, ids)
  await redactQuotesOf(db, org, ids)
  await deleteVectorsOf(db, org, ids)
}

/** What the person says in interviews with others; what others say there loses the person's identifiers. */
async function eraseSpeech(db: Db, org: string, { contacts, own, rules }: Person) {
  for (const { id, participants } of await lockInterviewsWithContacts(db, org, contacts)) {
    if (own.feedback.includes(id)) continue
    const speakers = new Set(
      participants.filter(({ contact_id }) => contact_id && contacts.includes(contact_id)).map((one) => one.speaker),
    )
    const segments = (await listSegments(db, org, id)).map((segment) => {
      const isOwn = segment.speaker !== null && speakers.has(segment.speaker)
      const text = isOwn && rules.mode === 'removed' ? redacted : rules.identifiers.maskOwn(segment.text)
      return { ...segment, text, changed: text !== segment.text }
    })
    for (const { index, text, changed } of segments)
      if (changed) await updateInterviewSegment(db, org, id, { index, text })
    await updateContent(db, org, id, textOfRole(segments, rolesBySpeaker(participants), 'customer'))
    await markFeedbackErased(db, org, [id], true)
  }
}
