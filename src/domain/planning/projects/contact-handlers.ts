import { csvText } from '#contract/core/csv.ts'
import { FileResponse } from '#contract/core/route.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { projectContacts } from '#contract/resources/project-contacts.ts'
import { mailOutbox } from '#domain/outbox/outbox.ts'
import { findUser } from '#domain/identity/queries-users.ts'
import { findOrganization } from '#domain/organizations/queries.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound, throwApiError } from '#domain/errors.ts'
import { pageByKeys } from '#store/page.ts'
import { draftMessage, messageFor } from './contact-message.ts'
import { lockProjectOrThrow } from './locked-project.ts'
import {
  countUnsentContacts,
  insertContactMessages,
  isContactMailAllowed,
  listAddressees,
  listProjectContacts,
  type ProjectContactRow,
} from './queries-contacts.ts'
import { getProjectDetail } from './queries-detail.ts'
import { projectExists } from './queries.ts'

/** Per request, which keeps it short; the answer says how many are left. */
const maxMessages = 500

const csvHeader = ['contact_id', 'name', 'email', 'company', 'insight_count', 'asked', 'messaged_at']
const csvRow = (row: ProjectContactRow) => [
  row.contact_id,
  row.name ?? '',
  row.email ?? '',
  row.company ?? '',
  String(row.insight_count),
  row.asked.join('; '),
  row.messaged_at ?? '',
]

const canSend = async ({ db, org, settings }: ReadCtx) =>
  (settings.mail ?? false) && (await isContactMailAllowed(db, org))

export const contactHandlers: Handlers<typeof projectContacts> = {
  async listProjectContacts({ db, org, cursors, accept }, { projectId, ...query }) {
    if (!(await projectExists(db, org, projectId))) notFound('project')
    if (accept === 'text/csv') {
      const rows = await listProjectContacts(db, org, projectId)
      return new FileResponse('text/csv', 'contacts.csv', csvText([csvHeader, ...rows.map(csvRow)]))
    }
    return pageByKeys(
      cursors,
      query,
      (keys) => listProjectContacts(db, org, projectId, { limit: query.limit, after: keys && String(keys[0]) }),
      (row) => [row.contact_id],
    )
  },

  async getProjectMessage(ctx, { projectId }) {
    const { db, org, user } = ctx
    const project = await getProjectDetail(ctx, projectId)
    const [me, organization] = [await findUser(db, user), await findOrganization(db, org)]
    const sender = { name: me?.name ?? '', organization: organization?.name ?? '' }
    return {
      ...draftMessage(project, sender),
      unsent_count: await countUnsentContacts(db, org, projectId),
      can_send: await canSend(ctx),
    }
  },

  async sendProjectMessage(ctx, { projectId, ...draft }) {
    const { db, org, user, vault } = ctx
    const { status } = await lockProjectOrThrow(ctx, projectId)
    if (status !== 'completed') throwApiError('INVALID_STATE', 'Messages are sent once the Project is completed.')
    if (!(await canSend(ctx)))
      throwApiError('INVALID_STATE', 'An admin has to allow mail to contacts, and the server needs a mail server.')
    const { email } = (await findUser(db, user)) ?? notFound('user')
    const write = mailOutbox(vault)
    // The lock on the Project keeps two senders from choosing the same contacts.
    const addressees = await listAddressees(db, org, projectId, maxMessages)
    const contacts = addressees.map(({ contact_id }) => contact_id)
    await insertContactMessages(db, org, projectId, { user, contacts })
    for (const contact of addressees) await write(db, org, messageFor(contact, draft, email))
    return { sent: addressees.length, unsent_count: await countUnsentContacts(db, org, projectId) }
  },
}
