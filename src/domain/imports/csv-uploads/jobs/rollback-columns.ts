import { accountTable } from '#domain/sources/accounts/table.ts'
import { contactTable } from '#domain/sources/contacts/table.ts'
import { feedbackStateTable, feedbackTable } from '#domain/sources/feedback/table.ts'
import { npsResponseTable } from '#domain/sources/nps/table.ts'
import { responseTable } from '#domain/sources/surveys/responses/table.ts'
import { surveyTable } from '#domain/sources/surveys/table.ts'
import { ticketTable } from '#domain/sources/tickets/table.ts'
import type { Table } from '#store/table/define.ts'
import { restoredColumns } from '#store/table/erase.ts'

export type TableColumns = { table: string; key: string; columns: readonly string[]; hasUpdatedAt: boolean }
/** `source` is the table or view with all columns of an object, `parts` are the tables that an import can change. */
type RollbackKind = { source: string; parts: readonly TableColumns[] }

const restored = (table: Table): RollbackKind => ({
  source: table.name,
  parts: [{ table: table.name, key: 'id', columns: restoredColumns(table), hasUpdatedAt: true }],
})

/** The objects that an import writes, in the order in which a rollback handles them. */
export const rollbackColumns: Record<string, RollbackKind> = {
  survey_response: restored(responseTable),
  nps_response: restored(npsResponseTable),
  support_ticket: restored(ticketTable),
  feedback: {
    source: 'feedback_item',
    parts: [
      { table: 'feedback', key: 'id', hasUpdatedAt: false, columns: restoredColumns(feedbackTable) },
      { table: 'feedback_state', key: 'feedback_id', hasUpdatedAt: true, columns: restoredColumns(feedbackStateTable) },
    ],
  },
  // An import creates surveys and changes none.
  survey: { source: surveyTable.name, parts: [] },
  contact: restored(contactTable),
  account: restored(accountTable),
}
