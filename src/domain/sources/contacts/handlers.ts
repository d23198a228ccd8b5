import { type listCounts, maxCounted } from '#contract/resources/list-counts.ts'
import type { contacts } from '#contract/resources/contacts.ts'
import { type Input, json } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { Ctx } from '#domain/context.ts'
import { throwApiError, invalidField } from '#domain/errors.ts'
import { evaluateContacts, lockRulesShared } from '#domain/segmentation/evaluate.ts'
import { documentPage } from '#store/lists/document-list.ts'
import { pageById } from '#store/page.ts'
import { type ContactFields, hasKey, missingKeyMessage } from './rules.ts'
import { listMergeSuggestions } from './queries-merge.ts'
import { lockContact, requireErasable, getContact } from './present.ts'
import { contactDocuments, countContacts } from './queries-list.ts'
import { batchResults, validateBatch } from '#domain/sources/batch/row-results.ts'
import { serializeContactWrites, upsertContacts } from './upsert.ts'
import { updateContacts, insertIdentities } from './queries-upsert.ts'

/** Insights depend on contacts, so these operations are completed where insights are known. */
type WriteOperations = Pick<typeof contacts, 'upsertContact' | 'bulkContacts' | 'updateContact'>
type Subset = Omit<
  typeof contacts,
  'listContactInsights' | 'getContactTimeline' | 'deleteContact' | 'mergeContacts' | keyof WriteOperations
> &
  Pick<typeof listCounts, 'countContacts'>

const isDuplicateEmail = (error: unknown) =>
  (error as { code?: string; constraint?: string }).constraint === 'contact_mailbox'
const referenceOf = (identity: { provider: string; external_id: string }) =>
  JSON.stringify([identity.provider, identity.external_id])

async function replaceFields(ctx: Ctx, id: string, fields: ContactFields) {
  await updateContacts(ctx.db, ctx.org, new Map([[id, fields]]), 'replace').catch((error) =>
    isDuplicateEmail(error)
      ? throwApiError('DUPLICATE', 'Another contact has this email; merge the two.')
      : Promise.reject(error),
  )
  const requested = (fields.identities ?? []).map((identity) => ({ ...identity, contact_id: id }))
  const inserted = requested.length ? await insertIdentities(ctx.db, ctx.org, requested) : []
  if (inserted.length < requested.length) {
    const { identities } = await getContact(ctx, id)
    const own = new Set(identities.map(referenceOf))
    if (requested.some((identity) => !own.has(referenceOf(identity))))
      throwApiError('DUPLICATE', 'Another contact has one of these identities; merge the two.')
  }
}

export const writeHandlers = {
  async upsertContact(ctx: Ctx, fields: Input<WriteOperations['upsertContact']>) {
    if (!hasKey(fields)) invalidField('body', missingKeyMessage)
    const { id, result } = (await upsertContacts(ctx.db, ctx.org, [fields]))[0]!
    const body = { ...(await getContact(ctx, id)), result }
    if (result !== 'unchanged') ctx.emit(`contact.${result}`)
    return body
  },

  async bulkContacts({ db, org, emit }: Ctx, { items }: Input<WriteOperations['bulkContacts']>) {
    const batch = await validateBatch(items, async (rows, pathOf) =>
      rows.map((row, n) => (hasKey(row) ? null : { path: pathOf(n), message: missingKeyMessage })),
    )
    const outcomes = await upsertContacts(
      db,
      org,
      batch.valid.map(({ row }) => row),
    )
    for (const { id, result } of outcomes) if (result !== 'unchanged') emit(`contact.${result}`, { object: { id } })
    return batchResults(batch, outcomes)
  },

  async updateContact(ctx: Ctx, { contactId, ...fields }: Input<WriteOperations['updateContact']>) {
    await lockRulesShared(ctx.db, ctx.org)
    if (fields.email || fields.identities?.length) await serializeContactWrites(ctx.db, ctx.org)
    if ((await lockContact(ctx, contactId)).erased) throwApiError('INVALID_STATE', 'This contact was erased.')
    await replaceFields(ctx, contactId, fields)
    await evaluateContacts(ctx.db, ctx.org, [contactId])
    return getContact(ctx, contactId)
  },
}

export const handlers: Handlers<Subset> = {
  listContacts: async (ctx, query) => json(await documentPage(ctx, contactDocuments, query)),

  async countContacts({ db, org }, query) {
    const count = await countContacts(db, org, { ...query, limit: 0 }, maxCounted + 1)
    return { count: Math.min(count, maxCounted), is_exact: count <= maxCounted }
  },

  getContact: (ctx, { contactId }) => getContact(ctx, contactId),

  async eraseContact(ctx, { contactId }) {
    await requireErasable(ctx, contactId)
    const job_id = await ctx.jobs.enqueue(
      'contact_erasure',
      { contact_id: contactId },
      { resource: { type: 'contact', id: contactId } },
    )
    return { job_id, status: 'queued' }
  },

  listMergeSuggestions: ({ db, org, cursors }, query) =>
    pageById(cursors, query, (after) => listMergeSuggestions(db, org, query.limit, after)),
}
