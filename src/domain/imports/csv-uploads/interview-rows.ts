import type { Static } from 'typebox'
import type { interviews } from '#contract/resources/interviews.ts'
import type { Ctx } from '#domain/context.ts'
import { ApiError } from '#domain/errors.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { idsByReference } from '#domain/sources/feedback/queries.ts'
import { storeInterview } from '#domain/sources/interviews/store-interview.ts'
import { heardAs } from '#domain/sources/interviews/transcript-input.ts'
import { keyBy, personOf, sameWords, sourceOf } from './feedback-rows.ts'
import type { Outcome, RowImporter, Stored } from './row-importer.ts'

type Input = Static<(typeof interviews.createInterview)['body']>
type Told = {
  transcript: string
  title?: string
  interview_date?: string
  interviewee_name?: string
  interviewee_email?: string
  external_id?: string
  tags?: string[]
  url?: string
  language?: string
}

const titleOf = ({ title, interviewee_name, interviewee_email }: Told) =>
  title ?? `Interview with ${interviewee_name ?? interviewee_email ?? 'a customer'}`.slice(0, 200)

/** Each row is an interview of its own; one whose reference is known is left as it is. */
export const interviewRows: RowImporter<Input> = {
  events: { created: 'feedback.created', updated: null },
  inputOf(row, options) {
    const told = row.values as Told
    const { transcript: text, interview_date, external_id, tags, url, language } = told
    const transcript = { format: 'auto' as const, text }
    try {
      heardAs(transcript, 'transcript')
    } catch (error) {
      if (error instanceof ApiError)
        return [{ header: null, code: 'INVALID_VALUE', message: error.message, value: null }]
      throw error
    }
    const { contact } = personOf(row, 'interviewee')
    return {
      title: titleOf(told),
      interview_date: (interview_date ?? new Date().toISOString()).slice(0, 10),
      transcript,
      source: sourceOf(row, options),
      analyze: options.analyze,
      ...(contact && { contact }),
      ...(external_id !== undefined && { external_id }),
      ...(tags !== undefined && { tags }),
      ...(url !== undefined && { recording_url: url }),
      ...(language !== undefined && { language }),
    }
  },
  keyOf: ({ source, external_id, transcript, contact, interview_date }, _row, options) =>
    keyBy(options, [source, external_id], [sameWords(transcript?.text), contact?.email?.toLowerCase(), interview_date]),
  async store(db, inputs, { org, user, journal, jobs }): Promise<Stored> {
    const known = await idsByReference(
      db,
      org,
      inputs.flatMap(({ source, external_id }) => (external_id === undefined ? [] : [{ source, external_id }])),
    )
    const people = inputs.flatMap(({ contact }) => contact ?? [])
    const contacts = new Map((await upsertContacts(db, org, people, journal)).map(({ id }, n) => [people[n]!, id]))
    const ctx = { db, org, user, jobs, emit() {}, now: new Date() } as unknown as Ctx
    const outcomes: Outcome[] = []
    for (const { contact, ...input } of inputs) {
      const same =
        input.external_id === undefined ? undefined : known.get(JSON.stringify([input.source, input.external_id]))
      if (same) outcomes.push({ id: same, result: 'unchanged' })
      else {
        const { id } = await storeInterview(ctx, { ...input, ...(contact && { contact_id: contacts.get(contact)! }) })
        await journal.created('feedback', [id])
        outcomes.push({ id, result: 'created' })
      }
    }
    return { outcomes, queued: [] }
  },
}
