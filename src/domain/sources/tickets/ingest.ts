import type { Journal } from '#domain/context.ts'
import type { Given as ContactGiven } from '#domain/sources/contacts/plan.ts'
import { hasKey } from '#domain/sources/contacts/plan.ts'
import { upsertContacts } from '#domain/sources/contacts/upsert.ts'
import { knownContacts } from '#domain/sources/feedback/queries.ts'
import type { Db } from '#store/open.ts'
import { storeMessages } from './messages.ts'
import { type Given, type Group, grouped, messagesOf, type Origin, rowOf } from './plan.ts'
import type { Analyze } from './rules.ts'
import { compare, insertNew, type TicketRow, touch, updateKnown } from './store-batch.ts'
import { settleWords } from './words.ts'

export type Outcome = { id: string; result: 'created' | 'updated' | 'unchanged' }
export type Problem = { path: string; message: string }

/** What the schema cannot say; in the words of the path that `at` gives. */
export async function problemsOf(
  db: Db,
  org: string,
  items: readonly Given[],
  at: (n: number) => string,
): Promise<(Problem | null)[]> {
  const wanted = [...new Set(items.flatMap((item) => item.contact_id ?? []))]
  const known = new Set(wanted.length ? (await knownContacts(db, org, wanted)).map((row) => row.id) : [])
  return items.map(({ contact_id, requester }, n) => {
    if (contact_id && requester)
      return { path: `${at(n)}.requester`, message: 'cannot be given together with contact_id' }
    if (contact_id && !known.has(contact_id))
      return { path: `${at(n)}.contact_id`, message: `there is no contact ${contact_id}` }
    if (requester && !hasKey(requester))
      return { path: `${at(n)}.requester`, message: 'needs an email, a phone or an identity to be known by' }
    return null
  })
}

/** Takes tickets in, however many, in a handful of statements; they have no problems any more. Answers what became of each and which feedback is now queued. */
export async function ingestTickets(
  db: Db,
  org: string,
  now: Date,
  items: readonly Given[],
  origin: Origin,
): Promise<{ outcomes: Outcome[]; queued: string[] }> {
  const contacts = await contactsOf(db, org, items, origin.journal)
  const groups = grouped(
    items,
    items.map((item, n) => rowOf(item, contacts[n] ?? null, origin)),
  )
  const stored = await storeAll(
    db,
    org,
    groups.map(({ row }) => row),
    origin.journal,
  )
  const messages = await storeMessages(
    db,
    org,
    groups.flatMap((group) => messagesOf(stored.get(group.row.id)!.id, group.messages)),
  )
  const spokenIn = new Set(messages.filter(({ result }) => result !== 'unchanged').map(({ ticket_id }) => ticket_id))
  const outcomes: Outcome[] = []
  const moved = new Map<string, Analyze | undefined>()
  const onlySpoken: string[] = []
  for (const group of groups) {
    const { id, result } = stored.get(group.row.id)!
    const spoken = spokenIn.has(id)
    if (result === 'unchanged' && spoken) onlySpoken.push(id)
    if (result !== 'unchanged' || spoken || group.analyze !== undefined) moved.set(id, group.analyze)
    tell(group, items, outcomes, { id, result: result === 'unchanged' && spoken ? 'updated' : result })
  }
  if (onlySpoken.length) await touch(db, org, onlySpoken)
  return { outcomes, queued: await settleWords(db, org, now, moved, origin.journal) }
}

/** Of several rows that mean one ticket, those that say the same as the one before change nothing. */
function tell({ members }: Group, items: readonly Given[], outcomes: Outcome[], first: Outcome) {
  for (const [i, n] of members.entries()) {
    const same = i > 0 && JSON.stringify(items[n]) === JSON.stringify(items[members[i - 1]!])
    outcomes[n] = i === 0 ? first : { id: first.id, result: same ? 'unchanged' : 'updated' }
  }
}

async function contactsOf(
  db: Db,
  org: string,
  items: readonly Given[],
  journal: Journal | undefined,
): Promise<(string | null | undefined)[]> {
  const given = items.flatMap((item, n): { n: number; requester: ContactGiven }[] =>
    item.requester ? [{ n, requester: item.requester }] : [],
  )
  const ids: (string | null | undefined)[] = items.map((item) => item.contact_id)
  for (const [i, { id }] of (
    await upsertContacts(
      db,
      org,
      given.map(({ requester }) => requester),
      journal,
    )
  ).entries())
    ids[given[i]!.n] = id
  return ids
}

async function storeAll(
  db: Db,
  org: string,
  rows: readonly TicketRow[],
  journal: Journal | undefined,
): Promise<Map<string, Outcome>> {
  const outcome = new Map<string, Outcome>()
  await settleKnown(
    db,
    org,
    rows.filter((row) => row.external_id !== null),
    outcome,
    journal,
  )
  const fresh = rows.filter((row) => !outcome.has(row.id))
  const created = fresh.length ? await insertNew(db, org, fresh) : new Set<string>()
  if (created.size) await journal?.created('support_ticket', [...created])
  for (const row of fresh) if (created.has(row.id)) outcome.set(row.id, { id: row.id, result: 'created' })
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
  rows: readonly TicketRow[],
  outcome: Map<string, Outcome>,
  journal: Journal | undefined,
) {
  if (rows.length === 0) return
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = await compare(db, org, rows)
  const changed = known.filter((one) => one.changed).map((one) => ({ ...byId.get(one.given)!, id: one.id }))
  if (changed.length)
    await journal?.changing(
      'support_ticket',
      changed.map((row) => row.id),
    )
  if (changed.length) await updateKnown(db, org, changed)
  for (const one of known) outcome.set(one.given, { id: one.id, result: one.changed ? 'updated' : 'unchanged' })
}
