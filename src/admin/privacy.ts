import { readFile } from 'node:fs/promises'
import { UsageError } from '#client/usage-error.ts'
import { commandActor } from '#domain/events/audit/command-actor.ts'
import { recordAudit } from '#domain/events/audit/record.ts'
import { enqueue } from '#domain/jobs/enqueue.ts'
import { deleteOrganization, requestDeletion } from '#domain/organizations/deletion/delete-organization.ts'
import { presentDeletion } from '#domain/organizations/deletion/handlers.ts'
import { findDeletion } from '#domain/organizations/deletion/queries.ts'
import { type ContactErasure, listErasures, listNotErased } from '#domain/sources/contacts/queries-delete.ts'
import type { Store } from '#store/open.ts'
import { openQueue } from '#store/queue.ts'
import { type AdminCommand, command } from './command.ts'
import { id, optionalFlag, textFlag } from './flags.ts'

export const privacyCommands: Record<string, AdminCommand> = {
  'delete-org': command({
    summary: 'delete an organization with everything in it; an interrupted deletion continues',
    example: 'delete-org --org org_… --confirm "Acme"',
    flags: { org: id, confirm: textFlag },
    async run(db, { org, confirm }) {
      const deletion = await findDeletion(db, org)
      // The organization may be gone already: what remains of its deletion needs no name.
      if (deletion) return receiptOf(deletion)
      return receiptOf(await requestDeletion(db, org, { name: confirm, field: '--confirm', requestedBy: null }))
    },
    async finish(store, { org }) {
      const deletion = (await findDeletion(store, org))!
      return receiptOf(deletion.finished_at === null ? await deleteOrganization(store, org) : deletion)
    },
  }),

  'list-erasures': command({
    readOnly: true,
    summary: 'list the erased contacts, to erase them again after restoring an older backup',
    example: 'list-erasures',
    flags: { org: optionalFlag(id) },
    async run(db, { org }) {
      const data = await listErasures(db, org)
      return { value: { data }, human: data.map((one) => `${one.org_id} ${one.contact_id}`).join('\n') }
    },
  }),

  'repeat-erasures': command({
    summary: 'erase the contacts of a list again, after restoring an older backup',
    example: 'repeat-erasures --file erasures.txt',
    flags: { file: textFlag },
    run: async () => ({ value: {}, human: '' }),
    finish: (store, { file }) => repeatErasures(store, file),
  }),
}

function receiptOf(row: Parameters<typeof presentDeletion>[0]) {
  const receipt = presentDeletion(row)
  const lines = [
    `organization  ${receipt.org_id}`,
    `requested  ${receipt.requested_at} by ${receipt.requested_by ?? 'the operator'}`,
    `finished  ${receipt.finished_at ?? 'not yet'}`,
    `users  ${receipt.user_count}`,
    `rows  ${receipt.row_count}`,
    ...receipt.tables.map(({ name, row_count }) => `  ${name}  ${row_count}`),
  ]
  return { value: receipt, human: lines.join('\n') }
}

/** Enqueues an erasure for each contact of the list that has its data again; a worker runs them. */
async function repeatErasures(store: Store, file: string) {
  const listed = parseErasures(await readFile(file, 'utf8'))
  const queue = openQueue(store)
  await queue.start()
  try {
    let enqueued = 0
    for (const [org, erasures] of Map.groupBy(listed, ({ org_id }) => org_id)) {
      const ids = erasures.map(({ contact_id }) => contact_id)
      for (const contact_id of await listNotErased(store, org, ids)) {
        const job = { type: 'contact_erasure', payload: { contact_id }, user: null } as const
        await store.transaction(async (db) => {
          await enqueue(db, queue, org, job)
          const operation = 'admin.repeat-erasures'
          await recordAudit(db, org, { operation, actor: commandActor(), resource: contact_id })
        })
        enqueued++
      }
    }
    const human = `${enqueued} of ${listed.length} erasures are repeated; a worker runs them`
    return { value: { listed_count: listed.length, enqueued_count: enqueued }, human }
  } finally {
    await queue.stop()
  }
}

const linePattern = /^(?<org_id>\S+) (?<contact_id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function parseErasures(text: string): ContactErasure[] {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .map((line, n) => ({ line, n }))
    .filter(({ line }) => line !== '')
    .map(({ line, n }) => {
      const found = linePattern.exec(line)?.groups
      if (!found)
        throw new UsageError(`Line ${n + 1} is not an organization and a contact, as list-erasures prints them.`)
      return { org_id: found.org_id!, contact_id: found.contact_id! }
    })
}
