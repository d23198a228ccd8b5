import type { Static } from 'typebox'
import type { ResponseInput } from '#contract/resources/survey-responses.ts'
import type { Ctx } from '#domain/context.ts'
import { hasKey } from '#domain/sources/contacts/plan.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { knownContacts } from '#domain/sources/feedback/queries.ts'
import { newId } from '#store/ids.ts'
import { type Answer, readAnswers } from './answer-rules.ts'
import { handOver } from './hand-over.ts'
import { linkReasons } from './nps-answers.ts'
import type { Held, QuestionRow } from './queries.ts'
import type { Problem } from './question-rules.ts'
import { findKnown, insertResponses, type NewResponse, touch, updateKnown, upsertAnswers } from './store-batch.ts'

export type Input = Static<typeof ResponseInput>
/** A response whose answers fit the questions. */
export type Sound = { given: Input; answers: Answer[] }
export type Checked = Sound | Problem
export type Outcome = { id: string; result: 'created' | 'updated' | 'unchanged' }
export type Stored = { outcomes: Outcome[]; job_id: string | null }

/** What is wrong with each response, or what it says; in the words of the path that `at` gives. */
export async function check(
  { db, org }: Ctx,
  questions: readonly QuestionRow[],
  items: readonly Input[],
  at: (n: number) => string,
): Promise<Checked[]> {
  const wanted = [...new Set(items.flatMap(({ contact_id }) => contact_id ?? []))]
  const known = new Set(wanted.length ? (await knownContacts(db, org, wanted)).map((row) => row.id) : [])
  return items.map((given, n) => {
    const { contact, contact_id } = given
    if (contact && contact_id) return { path: `${at(n)}.contact`, message: 'cannot be given together with contact_id' }
    if (contact_id && !known.has(contact_id))
      return { path: `${at(n)}.contact_id`, message: `there is no contact ${contact_id}` }
    if (contact && !hasKey(contact))
      return { path: `${at(n)}.contact`, message: 'needs an email, a phone or an identity to be known by' }
    const { answers, problem } = readAnswers(questions, given.answers, given.completed, `${at(n)}.answers`)
    return problem ?? { given, answers }
  })
}

export const isSound = (checked: Checked): checked is Sound => 'answers' in checked

type Group = { row: NewResponse; answers: Map<string, Answer>; members: number[] }

/** Stores responses, however many, in a handful of statements, and hands over what they said. */
export async function storeResponses(ctx: Ctx, survey: Held, sound: readonly Sound[]): Promise<Stored> {
  const { db, org } = ctx
  const groups = grouped(sound, await contactsOf(ctx, sound))
  const settled = await storeRows(ctx, survey.id, groups)
  const told = groups.map(({ row, answers }) => ({
    id: settled.get(row.id)!.id,
    language: row.language,
    answers: [...answers.values()],
  }))
  const { feedback, job_id } = await handOver(ctx, survey, told)
  const changed = new Set(
    await upsertAnswers(
      db,
      org,
      told.flatMap(({ id, answers }) =>
        answers.map(({ question, value, number, option_ids }) => ({
          response_id: id,
          question_id: question.id,
          value,
          number,
          option_ids,
          feedback_id: feedback.get(`${id}:${question.id}`) ?? null,
        })),
      ),
    ),
  )
  await linkReasons(
    ctx,
    survey.id,
    told.map(({ id }) => id),
  )
  await touch(
    db,
    org,
    [...settled.values()].filter(({ id, result }) => result === 'unchanged' && changed.has(id)).map(({ id }) => id),
  )
  const outcomes: Outcome[] = []
  for (const { row, members } of groups) {
    const { id, result } = settled.get(row.id)!
    for (const [i, n] of members.entries())
      outcomes[n] = { id, result: i > 0 || (result === 'unchanged' && changed.has(id)) ? 'updated' : result }
  }
  return { outcomes, job_id }
}

async function contactsOf({ db, org }: Ctx, sound: readonly Sound[]): Promise<(string | null)[]> {
  const named = sound.flatMap(({ given }, n) => (given.contact ? [{ n, contact: given.contact }] : []))
  const ids = sound.map(({ given }) => given.contact_id ?? null)
  for (const [i, { id }] of (
    await upsertContacts(
      db,
      org,
      named.map(({ contact }) => contact),
    )
  ).entries())
    ids[named[i]!.n] = id
  return ids
}

/** Rows of one batch with the same external id mean one response: the later ones have the last word, answer by answer. */
function grouped(sound: readonly Sound[], contacts: readonly (string | null)[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [n, { given, answers }] of sound.entries()) {
    const { external_id = null, completed, submitted_at = null, language = null, metadata = null } = given
    const row: NewResponse = {
      id: newId(),
      external_id,
      contact_id: contacts[n]!,
      completed,
      submitted_at,
      language,
      metadata,
    }
    const group = groups.get(external_id ?? row.id)
    if (!group) {
      groups.set(external_id ?? row.id, {
        row,
        answers: new Map(answers.map((answer) => [answer.question.id, answer])),
        members: [n],
      })
      continue
    }
    group.members.push(n)
    const later = Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && name !== 'id'))
    group.row = { ...group.row, ...later, completed: group.row.completed || completed }
    for (const answer of answers) group.answers.set(answer.question.id, answer)
  }
  return [...groups.values()]
}

async function storeRows({ db, org }: Ctx, survey: string, groups: readonly Group[]): Promise<Map<string, Outcome>> {
  const rows = groups.map(({ row }) => row)
  const settled = new Map<string, Outcome>()
  const settleKnown = async (some: readonly NewResponse[]) => {
    const byExternal = new Map(
      some.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row] as const])),
    )
    if (byExternal.size === 0) return
    const known = await findKnown(db, org, survey, [...byExternal.keys()])
    const given = known.map(({ id, external_id }) => ({ ...byExternal.get(external_id)!, id }))
    const updated = new Set(given.length ? await updateKnown(db, org, given) : [])
    for (const { id, external_id } of known)
      settled.set(byExternal.get(external_id)!.id, { id, result: updated.has(id) ? 'updated' : 'unchanged' })
  }
  await settleKnown(rows)
  const fresh = rows.filter(({ id }) => !settled.has(id))
  const created = await insertResponses(db, org, survey, fresh)
  for (const { id } of fresh) if (created.has(id)) settled.set(id, { id, result: 'created' })
  // Whoever was a moment faster has made these known by now.
  await settleKnown(fresh.filter(({ id }) => !created.has(id)))
  return settled
}
