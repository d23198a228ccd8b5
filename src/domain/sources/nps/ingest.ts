import type { ErrorDetail } from '#contract/core/errors.ts'
import type { ChangeLog } from '#domain/context.ts'
import {
  insertLogged,
  updateChanged,
  upsertBatch,
  type Upserted,
  type UpsertOutcome,
} from '#domain/sources/batch/upsert-batch.ts'
import { findReferencedContacts, referenceProblem, resolveContacts } from '#domain/sources/contacts/resolve.ts'
import type { IngestOrigin } from '#domain/sources/feedback/batch-rows.ts'
import { syncFeedbackFields } from '#domain/sources/feedback/queries-nps.ts'
import { maskRecords } from '#domain/sources/masking/mask-intake.ts'
import type { Db } from '#store/open.ts'
import { type ImportedNpsFields, mergeDuplicateResponses, type NpsFields, toResponseWithReason } from './batch-rows.ts'
import { refreshLatestScores } from './latest-score.ts'
import {
  type ExistingResponse,
  findExistingNpsResponses,
  insertNpsResponses,
  updateExistingNpsResponses,
} from './queries-batch.ts'
import { findSurveyIds } from './queries.ts'
import { storeReasons } from './reasons.ts'
import type { NewNpsResponse } from './table.ts'

/** `queued` is the feedback that now waits for its analysis. */
type NpsIngestResult = { outcomes: UpsertOutcome[]; queued: string[] }

/** Checks beyond the schema; `pathOf` gives the path of an item in the request. */
export async function validateNpsResponses(
  db: Db,
  org: string,
  items: readonly NpsFields[],
  pathOf: (index: number) => string,
): Promise<(ErrorDetail | null)[]> {
  const contacts = await findReferencedContacts(db, org, items)
  const surveyIds = [...new Set(items.flatMap((item) => item.survey_id ?? []))]
  const surveys = surveyIds.length ? await findSurveyIds(db, org, surveyIds) : new Set<string>()
  return items.map((item, n) => {
    const problem = referenceProblem(item, contacts, pathOf(n))
    if (problem) return problem
    return item.survey_id && !surveys.has(item.survey_id)
      ? { path: `${pathOf(n)}.survey_id`, message: `there is no survey ${item.survey_id}` }
      : null
  })
}

/** Upserts validated responses in a fixed number of statements; their reasons become feedback. */
export async function ingestNpsResponses(
  db: Db,
  org: string,
  inputs: readonly ImportedNpsFields[],
  origin: IngestOrigin = {},
): Promise<NpsIngestResult> {
  const items = await maskRecords({ db, org }, 'nps_response', inputs, ({ source }) => source)
  const { changeLog } = origin
  const contacts = await resolveContacts(db, org, items, changeLog)
  const groups = mergeDuplicateResponses(items.map((item, n) => toResponseWithReason(item, contacts[n]!)))
  const responses = groups.map(({ row }) => row)
  const rows = responses.map(({ row }) => row)
  const stored = await storeRows(db, org, rows, changeLog)
  const { queued, changedReasons } = await storeReasons(
    db,
    org,
    responses.map((response) => ({ ...response, stored: stored.get(response.row.id)! })),
    origin,
  )
  const outcomes: UpsertOutcome[] = []
  for (const { row, members } of groups) {
    const { id, result } = stored.get(row.row.id)!
    const first = result === 'unchanged' && changedReasons.has(id) ? 'updated' : result
    for (const [i, n] of members.entries()) outcomes[n] = { id, result: i === 0 ? first : 'updated' }
  }
  await syncFeedback(db, org, { stored: [...stored.values()], changedReasons }, changeLog)
  await refreshLatestScores(db, org, [
    ...[...stored.values()].flatMap(({ result, existing }) =>
      result === 'unchanged' ? [] : [existing?.contact_id ?? null],
    ),
    ...rows.map((row) => row.contact_id),
  ])
  return { outcomes, queued }
}

type StoredResponse = Upserted<ExistingResponse>

async function storeRows(
  db: Db,
  org: string,
  rows: readonly NewNpsResponse[],
  changeLog: ChangeLog | undefined,
): Promise<Map<string, StoredResponse>> {
  const kind = 'nps_response'
  return upsertBatch(rows, {
    findExisting: (some) => findExistingNpsResponses(db, org, some),
    async updateExisting(matches) {
      // All of them, because a changed reason changes a response whose own fields stay the same.
      await changeLog?.changing(
        kind,
        matches.map(({ existing }) => existing.id),
      )
      return updateChanged(matches, (changed) => updateExistingNpsResponses(db, org, changed))
    },
    insertNew: (some) => insertLogged(some, (missing) => insertNpsResponses(db, org, missing), { kind, changeLog }),
  })
}

async function syncFeedback(
  db: Db,
  org: string,
  { stored, changedReasons }: { stored: readonly StoredResponse[]; changedReasons: ReadonlySet<string> },
  changeLog: ChangeLog | undefined,
) {
  const feedbackIds = stored.flatMap(({ existing }) => existing?.feedback_id ?? [])
  if (feedbackIds.length) await changeLog?.changing('feedback', feedbackIds)
  const changed = stored.filter(({ id, result }) => result === 'updated' || changedReasons.has(id))
  await syncFeedbackFields(
    db,
    org,
    changed.map(({ id }) => id),
  )
}
