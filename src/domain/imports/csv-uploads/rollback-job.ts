import type { JobRun } from '#domain/context.ts'
import { hideFeedback } from '#domain/findings/insights/hide-feedback.ts'
import { evaluateContacts } from '#domain/segmentation/evaluate.ts'
import { deleteUnheard } from '#domain/sources/contacts/remove.ts'
import { requeue } from '#domain/sources/feedback/pipeline.ts'
import { refreshLatest } from '#domain/sources/nps/latest.ts'
import { contactsOf, removeResponses } from '#domain/sources/nps/remove.ts'
import { markAllDeleted } from '#domain/sources/tickets/queries.ts'
import type { Db } from '#store/open.ts'
import { changeUpload, holdUpload } from './queries.ts'
import { archiveSurveys, removeSurveyResponses } from './survey-effects.ts'
import { countEffects, effectsLeft, forget, readSince, restore, undoable } from './undoable.ts'

const together = 500

/** How what an import made is taken away again, by its kind. */
const removals: Record<string, (db: Db, org: string, ids: readonly string[]) => Promise<unknown>> = {
  feedback: hideFeedback,
  nps_response: removeResponses,
  support_ticket: markAllDeleted,
  survey_response: removeSurveyResponses,
  survey: archiveSurveys,
  contact: deleteUnheard,
}

/** What the import made goes, what it changed is as before; each effect is forgotten in the transaction that undoes it. */
export async function rollBackCsv(run: JobRun, { upload_id }: { upload_id: string }) {
  const { org } = run
  const total = await countEffects(run.db, org, upload_id)
  let done = 0
  for (const kind of Object.keys(undoable)) {
    for (let left = together; left === together;) {
      run.signal.throwIfAborted()
      left = await run.write((db) => undoBatch(db, org, upload_id, kind))
      await run.progress({ stage: 'rolling_back', done: (done += left), total })
    }
  }
  return async (db: Db) => {
    const upload = await holdUpload(db, org, upload_id)
    if (upload?.status === 'rolling_back') await changeUpload(db, org, upload_id, { status: 'rolled_back' })
    return { type: 'csv_upload', id: upload_id }
  }
}

async function undoBatch(db: Db, org: string, upload: string, kind: string): Promise<number> {
  const effects = await effectsLeft(db, org, upload, kind, together)
  const [made, changed] = [effects.filter((effect) => effect.made), effects.filter((effect) => !effect.made)].map(
    (some) => some.map((effect) => effect.object_id),
  ) as [string[], string[]]
  const again = kind === 'feedback' && changed.length ? await readSince(db, org, upload, changed) : []
  const answered = kind === 'nps_response' && changed.length ? await contactsOf(db, org, changed) : []
  if (changed.length) await restore(db, org, upload, kind, changed)
  if (kind === 'contact') await evaluateContacts(db, org, changed)
  if (again.length) await requeue(db, org, again)
  if (kind === 'nps_response' && changed.length)
    await refreshLatest(db, org, [...answered, ...(await contactsOf(db, org, changed))])
  if (made.length) await removals[kind]!(db, org, made)
  await forget(db, org, upload, kind, [...made, ...changed])
  return effects.length
}
