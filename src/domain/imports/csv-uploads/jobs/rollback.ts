import type { JobRun } from '#domain/context.ts'
import { deleteFeedbackItems } from '#domain/findings/insights/lifecycle/delete-feedback.ts'
import { countChanges, deleteChanges, listAnalyzedSince, listChanges, restoreColumns } from './queries-change-log.ts'
import { archiveSurveys } from '#domain/sources/surveys/queries-write.ts'
import { deleteSurveyResponses } from '#domain/sources/surveys/responses/queries.ts'
import { lockUpload, updateUpload } from '#domain/imports/csv-uploads/queries.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { showRestoredAccounts } from '#domain/sources/accounts/companies.ts'
import { deleteEmptyAccounts } from '#domain/sources/accounts/queries.ts'
import { serializeAccountWrites } from '#domain/sources/accounts/write.ts'
import { deleteUnreferencedContacts } from '#domain/sources/contacts/delete.ts'
import { requeueFeedback } from '#domain/sources/feedback/queries-status.ts'
import { deleteResponses } from '#domain/sources/nps/delete.ts'
import { refreshLatestScores } from '#domain/sources/nps/latest-score.ts'
import { listContactsOfResponses } from '#domain/sources/nps/queries.ts'
import { markTicketsDeleted } from '#domain/sources/tickets/queries.ts'
import type { Db } from '#store/open.ts'
import { rollbackColumns } from './rollback-columns.ts'

const batchSize = 500

/** Deletes the objects that an import created, by kind. */
const deleteByKind: Record<string, (db: Db, org: string, ids: readonly string[]) => Promise<unknown>> = {
  feedback: deleteFeedbackItems,
  nps_response: deleteResponses,
  support_ticket: markTicketsDeleted,
  survey_response: deleteSurveyResponses,
  survey: archiveSurveys,
  contact: deleteUnreferencedContacts,
  account: deleteEmptyAccounts,
}

/** Deletes what the import created and restores what it changed; each batch deletes its log entries. */
export async function rollBackCsv(run: JobRun, { upload_id }: { upload_id: string }) {
  const { org } = run
  const ref = { org, upload: upload_id }
  const total = await countChanges(run.db, ref)
  let done = 0
  for (const kind of Object.keys(rollbackColumns)) {
    for (let count = batchSize; count === batchSize;) {
      run.signal.throwIfAborted()
      count = await run.write((db) => rollBackBatch(db, ref, kind))
      await run.progress({ stage: 'rolling_back', done: (done += count), total })
    }
  }
  return async (db: Db) => {
    const upload = await lockUpload(db, org, upload_id)
    if (upload?.status === 'rolling_back') await updateUpload(db, org, upload_id, { status: 'rolled_back' })
    return { type: 'csv_upload', id: upload_id }
  }
}

async function rollBackBatch(db: Db, ref: { org: string; upload: string }, kind: string): Promise<number> {
  const { org } = ref
  if (kind === 'account') await serializeAccountWrites(db, org)
  const changes = await listChanges(db, ref, kind, batchSize)
  const created = changes.filter((change) => change.created).map((change) => change.object_id)
  const changed = changes.filter((change) => !change.created).map((change) => change.object_id)
  const toRequeue = kind === 'feedback' && changed.length ? await listAnalyzedSince(db, ref, changed) : []
  const contactsBefore =
    kind === 'nps_response' && changed.length ? await listContactsOfResponses(db, org, changed) : []
  if (changed.length) await restoreColumns(db, ref, kind, changed)
  if (kind === 'contact') await evaluateContacts(db, org, changed)
  if (kind === 'account') await evaluateContacts(db, org, await showRestoredAccounts(db, org, changed))
  if (toRequeue.length) await requeueFeedback(db, org, toRequeue)
  if (kind === 'nps_response' && changed.length)
    await refreshLatestScores(db, org, [...contactsBefore, ...(await listContactsOfResponses(db, org, changed))])
  if (created.length) await deleteByKind[kind]!(db, org, created)
  await deleteChanges(db, ref, kind, [...created, ...changed])
  return changes.length
}
