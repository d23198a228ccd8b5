import type { contacts } from '#contract/resources/contacts.ts'
import type { Handlers, Input } from '#contract/core/route.ts'
import { BadRow } from '#contract/core/batch-rows.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { evaluateContacts, holdRules } from '#domain/segmentation/evaluate.ts'
import { pageOf, sortedPage } from '#store/page.ts'
import { type Given, hasKey } from './plan.ts'
import { pageOfSuggestions } from './merge.ts'
import { contactToChange, requireContact, showContact, shown } from './present.ts'
import { type ListedRow, orderOf, pageOfContacts } from './queries.ts'
import { results } from './rows.ts'
import { changeContacts, claimIdentities, oneAfterTheOther, upsertContacts } from './upsert.ts'

/** What people say is counted by who they are, so whoever changes them completes these. */
type Changes = Pick<typeof contacts, 'upsertContact' | 'bulkContacts' | 'updateContact'>
type Subset = Omit<
  typeof contacts,
  'listContactInsights' | 'getContactTimeline' | 'deleteContact' | 'mergeContacts' | keyof Changes
>

export const keyless = 'needs an email, a phone or an identity to be known by'

const listed = ({ sort_key: _, sync_until: __, ...row }: ListedRow) =>
  row.deleted_at
    ? ({
        id: row.id,
        deleted: true,
        deleted_at: row.deleted_at,
        merged_into_id: row.merged_into_id,
      } as unknown as ReturnType<typeof shown>)
    : shown(row)

const taken = (error: unknown) => (error as { code?: string; constraint?: string }).constraint === 'contact_mailbox'

async function change(ctx: Ctx, id: string, given: Given) {
  await changeContacts(ctx.db, ctx.org, new Map([[id, given]]), 'replace').catch((error) =>
    taken(error) ? throwApiError('DUPLICATE', 'Another contact has this email; merge the two.') : Promise.reject(error),
  )
  const wanted = (given.identities ?? []).map((identity) => ({ ...identity, contact_id: id }))
  const claimed = wanted.length ? await claimIdentities(ctx.db, ctx.org, wanted) : []
  if (claimed.length < wanted.length) {
    const { identities } = await showContact(ctx, id)
    const own = new Set(identities.map((one) => JSON.stringify([one.provider, one.external_id])))
    if (wanted.some((one) => !own.has(JSON.stringify([one.provider, one.external_id]))))
      throwApiError('DUPLICATE', 'Another contact has one of these identities; merge the two.')
  }
}

export const changes = {
  async upsertContact(ctx: Ctx, given: Input<Changes['upsertContact']>) {
    if (!hasKey(given)) invalidField('body', keyless)
    const [{ id, result }] = (await upsertContacts(ctx.db, ctx.org, [given])) as [
      Awaited<ReturnType<typeof upsertContacts>>[number],
    ]
    const body = { ...(await showContact(ctx, id)), result }
    if (result !== 'unchanged') ctx.emit(`contact.${result}`)
    return body
  },

  async bulkContacts({ db, org, emit }: Ctx, { items }: Input<Changes['bulkContacts']>) {
    const problems = items.map((row, n) =>
      row instanceof BadRow ? row.details[0]! : hasKey(row) ? null : { path: `body.items.${n}`, message: keyless },
    )
    const good = items.flatMap((row, n) => (problems[n] ? [] : [{ n, row }]))
    const done = new Map(
      (
        await upsertContacts(
          db,
          org,
          good.map(({ row }) => row),
        )
      ).map((one, i) => [good[i]!.n, one]),
    )
    for (const { id, result } of done.values())
      if (result !== 'unchanged') emit(`contact.${result}`, { object: { id } })
    return results(items.length, (n) => ({ done: done.get(n), problem: problems[n] ?? null }))
  },

  async updateContact(ctx: Ctx, { contactId, ...given }: Input<Changes['updateContact']>) {
    await holdRules(ctx.db, ctx.org)
    if (given.email || given.identities?.length) await oneAfterTheOther(ctx.db, ctx.org)
    if ((await contactToChange(ctx, contactId)).erased) throwApiError('INVALID_STATE', 'This contact was erased.')
    await change(ctx, contactId, given)
    await evaluateContacts(ctx.db, ctx.org, [contactId])
    return showContact(ctx, contactId)
  },
}

export const handlers: Handlers<Subset, Ctx> = {
  async listContacts({ db, org, cursors }, { cursor, ...wanted }) {
    const { data, pagination } = await sortedPage(orderOf(wanted), { ...wanted, cursor }, cursors, (keys) =>
      pageOfContacts(db, org, wanted, keys),
    )
    return { data: data.map(listed), pagination }
  },

  getContact: (ctx, { contactId }) => showContact(ctx, contactId),

  async eraseContact(ctx, { contactId }) {
    await requireContact(ctx, contactId)
    const job_id = await ctx.jobs.enqueue(
      'contact_erasure',
      { contact_id: contactId },
      { resource: { type: 'contact', id: contactId } },
    )
    return { job_id, status: 'queued' }
  },

  async listMergeSuggestions({ db, org, cursors }, { limit, cursor }) {
    const rows = await pageOfSuggestions(
      db,
      org,
      limit,
      cursor === undefined ? undefined : (cursors.read(cursor)[0] as string),
    )
    return pageOf(rows, limit, (last) => cursors.write([last.id]))
  },
}
