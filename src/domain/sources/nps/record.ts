import type { Static } from 'typebox'
import type { NpsResponseInput } from '#contract/resources/nps.ts'
import { hasKey } from '#domain/sources/contacts/plan.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import type { Journal } from '#domain/context.ts'
import { ingest, type Origin } from '#domain/sources/feedback/ingest.ts'
import { knownContacts } from '#domain/sources/feedback/queries.ts'
import { wordsHash } from '#domain/sources/feedback/rules.ts'
import { updateKnown as rewordFeedback } from '#domain/sources/feedback/store-batch.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { refreshLatest } from './latest.ts'
import { alignFeedback, compare, insertNew, linkFeedback, type NewRow, touch, updateKnown } from './store-batch.ts'
import { knownSurveys } from './surveys.ts'

export type Input = Static<typeof NpsResponseInput>
/** A table may know more about the reason than a response keeps. */
export type TableInput = Input & { metadata?: Record<string, unknown>; url?: string }
export type Outcome = { id: string; result: 'created' | 'updated' | 'unchanged' }
export type Recorded = { outcomes: Outcome[]; /** Feedback that waits for the analysis now. */ queued: string[] }
type Problem = { path: string; message: string }

/** What the schema cannot say; in the words of the path that `at` gives. */
export async function problemsOf(
  db: Db,
  org: string,
  items: readonly Input[],
  at: (n: number) => string,
): Promise<(Problem | null)[]> {
  const [people, surveys] = [
    items.flatMap((item) => item.contact_id ?? []),
    items.flatMap((item) => item.survey_id ?? []),
  ]
  const contacts = new Set(
    people.length ? (await knownContacts(db, org, [...new Set(people)])).map((row) => row.id) : [],
  )
  const known = new Set(surveys.length ? await knownSurveys(db, org, [...new Set(surveys)]) : [])
  return items.map(({ contact, contact_id, survey_id }, n) => {
    if (contact_id && contact) return { path: `${at(n)}.contact`, message: 'cannot be given together with contact_id' }
    if (contact_id && !contacts.has(contact_id))
      return { path: `${at(n)}.contact_id`, message: `there is no contact ${contact_id}` }
    if (contact && !hasKey(contact))
      return { path: `${at(n)}.contact`, message: 'needs an email, a phone or an identity to be known by' }
    if (survey_id && !known.has(survey_id))
      return { path: `${at(n)}.survey_id`, message: `there is no survey ${survey_id}` }
    return null
  })
}

type Given = {
  row: NewRow
  reason: string | null
  language: string | null
  analyze: boolean
  metadata?: Record<string, unknown> | undefined
  url?: string | undefined
}
/** What became of one given row: the response it means, and the reason that response had. */
type Settled = Outcome & { contactBefore: string | null; feedback_id: string | null; reason: string | null }

/** Records responses, however many, in a handful of statements; they have no problems any more. */
export async function record(
  db: Db,
  org: string,
  items: readonly TableInput[],
  batch: string | null = null,
  origin: Origin = {},
): Promise<Recorded> {
  const { journal } = origin
  const contacts = await contactsOf(db, org, items, journal)
  const groups = grouped(items.map((item, n) => givenOf(item, contacts[n] ?? null)))
  const settled = await storeAll(
    db,
    org,
    groups.map(({ given }) => given.row),
    journal,
  )
  const { queued, reworded } = await settleReasons(
    db,
    org,
    groups.map(({ given }) => given),
    settled,
    batch,
    origin,
  )
  const outcomes: Outcome[] = []
  for (const { given, members } of groups) {
    const { id, result } = settled.get(given.row.id)!
    const first = result === 'unchanged' && reworded.has(id) ? 'updated' : result
    for (const [i, n] of members.entries()) outcomes[n] = { id, result: i === 0 ? first : 'updated' }
  }
  const held = [...settled.values()].flatMap(({ feedback_id }) => feedback_id ?? [])
  if (held.length) await journal?.changing('feedback', held)
  await alignFeedback(
    db,
    org,
    [...settled.values()].filter((one) => one.result === 'updated' || reworded.has(one.id)).map((one) => one.id),
  )
  const changed = [...settled.values()].filter((one) => one.result !== 'unchanged')
  await refreshLatest(db, org, [
    ...changed.map((one) => one.contactBefore),
    ...groups.map(({ given }) => given.row.contact_id),
  ])
  return { outcomes, queued }
}

async function contactsOf(
  db: Db,
  org: string,
  items: readonly Input[],
  journal: Journal | undefined,
): Promise<(string | null | undefined)[]> {
  const given = items.flatMap((item, n) => (item.contact ? [{ n, contact: item.contact }] : []))
  const ids: (string | null | undefined)[] = items.map((item) => item.contact_id)
  for (const [i, { id }] of (
    await upsertContacts(
      db,
      org,
      given.map(({ contact }) => contact),
      journal,
    )
  ).entries())
    ids[given[i]!.n] = id
  return ids
}

const givenOf = (item: TableInput, contact_id: string | null): Given => ({
  row: {
    id: newId(),
    score: item.score,
    source: item.source,
    external_id: item.external_id ?? null,
    contact_id,
    survey_id: item.survey_id ?? null,
    tags: item.tags ?? null,
    responded_at: item.responded_at ?? null,
  },
  reason: item.reason ?? null,
  language: item.language ?? null,
  analyze: item.analyze,
  metadata: item.metadata,
  url: item.url,
})

type Group = { given: Given; members: number[] }

/** Rows of one batch that mean one response: the later ones have the last word, field by field. */
function grouped(all: readonly Given[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [n, given] of all.entries()) {
    const key =
      given.row.external_id === null ? given.row.id : JSON.stringify([given.row.source, given.row.external_id])
    const group = groups.get(key)
    if (!group) groups.set(key, { given, members: [n] })
    else {
      group.members.push(n)
      const { id: _, ...later } = given.row
      const row = {
        ...group.given.row,
        ...Object.fromEntries(Object.entries(later).filter(([, value]) => value !== null)),
      }
      group.given = {
        ...group.given,
        row,
        reason: given.reason ?? group.given.reason,
        language: given.language ?? group.given.language,
        analyze: given.analyze,
      }
    }
  }
  return [...groups.values()]
}

async function storeAll(
  db: Db,
  org: string,
  rows: readonly NewRow[],
  journal: Journal | undefined,
): Promise<Map<string, Settled>> {
  const settled = new Map<string, Settled>()
  await settleKnown(
    db,
    org,
    rows.filter((row) => row.external_id !== null),
    settled,
    journal,
  )
  const fresh = rows.filter((row) => !settled.has(row.id))
  const created = fresh.length ? await insertNew(db, org, fresh) : new Set<string>()
  if (created.size) await journal?.created('nps_response', [...created])
  for (const { id } of fresh)
    if (created.has(id))
      settled.set(id, { id, result: 'created', contactBefore: null, feedback_id: null, reason: null })
  // Whoever was a moment faster has made these known by now.
  await settleKnown(
    db,
    org,
    fresh.filter((row) => !created.has(row.id)),
    settled,
    journal,
  )
  return settled
}

async function settleKnown(
  db: Db,
  org: string,
  rows: readonly NewRow[],
  settled: Map<string, Settled>,
  journal: Journal | undefined,
) {
  if (rows.length === 0) return
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = await compare(db, org, rows)
  const changed = known.filter((one) => one.changed).map((one) => ({ ...byId.get(one.given)!, id: one.id }))
  if (known.length)
    await journal?.changing(
      'nps_response',
      known.map((one) => one.id),
    )
  if (changed.length) await updateKnown(db, org, changed)
  for (const { given, id, changed, contact_id, feedback_id, reason } of known)
    settled.set(given, {
      id,
      result: changed ? 'updated' : 'unchanged',
      contactBefore: contact_id,
      feedback_id,
      reason,
    })
}

/** A new reason becomes feedback, other words replace the old ones; no reason leaves what there was. */
async function settleReasons(
  db: Db,
  org: string,
  all: readonly Given[],
  settled: ReadonlyMap<string, Settled>,
  batch: string | null,
  origin: Origin,
) {
  const told = all
    .filter((given) => given.reason !== null)
    .map((given) => ({ ...given, to: settled.get(given.row.id)! }))
  const fresh = told.filter(({ to }) => to.feedback_id === null)
  const other = told.filter(({ to, reason }) => to.feedback_id !== null && to.reason !== reason)
  const outcomes = await ingest(db, org, fresh.map(feedbackInput), batch, origin)
  if (fresh.length)
    await linkFeedback(
      db,
      org,
      fresh.map(({ to }, n) => ({ id: to.id, feedback_id: outcomes[n]!.id })),
    )
  if (other.length)
    await origin.journal?.changing(
      'feedback',
      other.map(({ to }) => to.feedback_id!),
    )
  if (other.length)
    await rewordFeedback(
      db,
      org,
      other.map((given) => rewordedRow(given, given.to.feedback_id!)),
    )
  if (other.length)
    await touch(
      db,
      org,
      other.map(({ to }) => to.id),
    )
  return {
    queued: [
      ...outcomes.filter((one) => one.queued).map((one) => one.id),
      ...other.filter((one) => one.analyze).map(({ to }) => to.feedback_id!),
    ],
    reworded: new Set([...fresh, ...other].map(({ to }) => to.id)),
  }
}

const source_type = 'nps_response' as const

const feedbackInput = ({ row, reason, language, analyze, metadata, url }: Given) => ({
  content: reason!,
  source: row.source,
  source_type,
  analyze,
  contact_id: row.contact_id,
  rating: { value: row.score, scale_min: 0, scale_max: 10 },
  ...(row.tags && { tags: row.tags }),
  ...(row.responded_at && { occurred_at: row.responded_at }),
  ...(language && { language }),
  ...(metadata && { metadata }),
  ...(url && { url }),
})

/** Only the words are others; what is null stays. */
const rewordedRow = ({ row, reason, language, analyze }: Given, id: string) => ({
  id,
  source: row.source,
  source_type,
  external_id: null,
  title: null,
  content: reason!,
  language,
  rating_value: null,
  rating_min: null,
  rating_max: null,
  contact_id: null,
  url: null,
  tags: null,
  metadata: null,
  occurred_at: null,
  batch_id: null,
  content_hash: wordsHash(reason!),
  status: analyze ? ('queued' as const) : ('skipped' as const),
  skip_reason: analyze ? null : 'not_requested',
})
