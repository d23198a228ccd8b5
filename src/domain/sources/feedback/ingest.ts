import type { Static } from 'typebox'
import type { FeedbackInput } from '#contract/resources/feedback.ts'
import type { Journal } from '#domain/context.ts'
import { hasKey } from '#domain/sources/contacts/plan.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { newId } from '#store/ids.ts'
import type { Db } from '#store/open.ts'
import { countUncounted } from '#store/statistics.ts'
import { filtered } from './filters.ts'
import { knownContacts } from './queries.ts'
import { ratingProblem, wordsHash } from './rules.ts'
import { compare, findTwins, insertNew, type NewRow, updateKnown } from './store-batch.ts'

export type Input = Static<typeof FeedbackInput>
export type Outcome = { id: string; result: 'created' | 'updated' | 'unchanged'; queued: boolean }
export type Problem = { path: string; message: string }

/** What the schema cannot say; in the words of the path that `at` gives. */
export async function problemsOf(
  db: Db,
  org: string,
  items: readonly Input[],
  at: (n: number) => string,
): Promise<(Problem | null)[]> {
  const wanted = [...new Set(items.flatMap((item) => item.contact_id ?? []))]
  const known = new Set(wanted.length ? (await knownContacts(db, org, wanted)).map((row) => row.id) : [])
  return items.map((item, n) => {
    const rating = item.rating && ratingProblem(item.rating)
    if (rating) return { path: `${at(n)}.rating`, message: rating }
    if (item.contact_id && item.contact)
      return { path: `${at(n)}.contact`, message: 'cannot be given together with contact_id' }
    if (item.contact_id && !known.has(item.contact_id))
      return { path: `${at(n)}.contact_id`, message: `there is no contact ${item.contact_id}` }
    if (item.contact && !hasKey(item.contact))
      return { path: `${at(n)}.contact`, message: 'needs an email, a phone or an identity to be known by' }
    return null
  })
}

/** From so many items on, those that come next are worth a count. */
const many = 20

/** The table that items came in, and who writes down what they do. */
export type Origin = { csv_upload_id?: string; journal?: Journal }

/** Takes items in, however many, in a handful of statements; they have no problems any more. */
export async function ingest(
  db: Db,
  org: string,
  items: readonly Input[],
  batch: string | null,
  origin: Origin = {},
): Promise<Outcome[]> {
  if (items.length === 0) return []
  const contacts = await contactsOf(db, org, items, origin.journal)
  const rows = await filtered(
    db,
    org,
    items.map((item, n) => rowOf(item, contacts[n] ?? null, batch, origin)),
  )
  const groups = grouped(items, rows)
  const dedupe = new Set(groups.filter(({ dedupe }) => dedupe).map(({ row }) => row.id))
  const outcome = await storeAll(
    db,
    org,
    groups.map(({ row }) => row),
    dedupe,
    origin.journal,
  )
  if (rows.length >= many) await countUncounted(db, ['feedback', 'feedback_state'])
  if ([...outcome.values()].some((one) => one.result !== 'unchanged'))
    await evaluateContacts(
      db,
      org,
      rows.map((row) => row.contact_id),
      'feedback',
    )
  const outcomes: Outcome[] = []
  for (const { row, members } of groups) {
    const { queued, ...first } = outcome.get(row.id)!
    for (const [i, n] of members.entries()) {
      const same =
        i > 0 && JSON.stringify({ ...rows[n], id: '' }) === JSON.stringify({ ...rows[members[i - 1]!], id: '' })
      outcomes[n] =
        i === 0 ? { ...first, queued } : { id: first.id, result: same ? 'unchanged' : 'updated', queued: false }
    }
  }
  return outcomes
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

const rowOf = (item: Input, contact_id: string | null, batch_id: string | null, { csv_upload_id }: Origin): NewRow => ({
  id: newId(),
  source: item.source,
  source_type: item.source_type,
  external_id: item.external_id ?? null,
  title: item.title ?? null,
  content: item.content,
  language: item.language ?? null,
  rating_value: item.rating?.value ?? null,
  rating_min: item.rating?.scale_min ?? null,
  rating_max: item.rating?.scale_max ?? null,
  contact_id,
  url: item.url ?? null,
  tags: item.tags ?? null,
  metadata: item.metadata ?? null,
  occurred_at: item.occurred_at ?? null,
  status: item.analyze ? 'queued' : 'skipped',
  skip_reason: item.analyze ? null : 'not_requested',
  batch_id,
  csv_upload_id: csv_upload_id ?? null,
  content_hash: wordsHash(item.content),
})

type Group = { row: NewRow; members: number[]; dedupe: boolean }

/** Rows of one batch that mean one item: the later ones have the last word, field by field. */
function grouped(items: readonly Input[], rows: readonly NewRow[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [n, row] of rows.entries()) {
    const dedupe = row.external_id === null && items[n]!.dedupe === 'content'
    const day = (row.occurred_at ? new Date(row.occurred_at) : new Date()).toISOString().slice(0, 10)
    const key =
      row.external_id !== null
        ? JSON.stringify([row.source, row.external_id])
        : dedupe
          ? JSON.stringify([row.content_hash, row.contact_id, day, null])
          : row.id
    const group = groups.get(key)
    if (!group) groups.set(key, { row, members: [n], dedupe })
    else {
      group.members.push(n)
      if (!dedupe)
        group.row = {
          ...group.row,
          ...Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null && name !== 'id')),
        }
    }
  }
  return [...groups.values()]
}

async function storeAll(
  db: Db,
  org: string,
  rows: readonly NewRow[],
  dedupe: ReadonlySet<string>,
  journal: Journal | undefined,
): Promise<Map<string, Outcome>> {
  const outcome = new Map<string, Outcome>()
  const twins = rows.filter((row) => dedupe.has(row.id))
  if (twins.length)
    for (const { given, id } of await findTwins(db, org, twins))
      outcome.set(given, { id, result: 'unchanged', queued: false })
  await settleKnown(
    db,
    org,
    rows.filter((row) => row.external_id !== null),
    outcome,
    journal,
  )
  const fresh = rows.filter((row) => !outcome.has(row.id))
  const created = fresh.length ? await insertNew(db, org, fresh) : new Set<string>()
  if (created.size) await journal?.created('feedback', [...created])
  for (const row of fresh)
    if (created.has(row.id)) outcome.set(row.id, { id: row.id, result: 'created', queued: row.status === 'queued' })
  // Whoever was a moment faster has made these known by now.
  await settleKnown(
    db,
    org,
    fresh.filter((row) => !created.has(row.id)),
    outcome,
    journal,
  )
  return outcome
}

async function settleKnown(
  db: Db,
  org: string,
  rows: readonly NewRow[],
  outcome: Map<string, Outcome>,
  journal: Journal | undefined,
) {
  if (rows.length === 0) return
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = await compare(db, org, rows)
  const changed = known.filter((one) => one.changed).map((one) => ({ ...byId.get(one.given)!, id: one.id }))
  if (changed.length)
    await journal?.changing(
      'feedback',
      changed.map((row) => row.id),
    )
  if (changed.length) await updateKnown(db, org, changed)
  for (const { given, id, changed, reworded } of known)
    outcome.set(given, {
      id,
      result: changed ? 'updated' : 'unchanged',
      queued: changed && reworded && byId.get(given)!.status === 'queued',
    })
}
