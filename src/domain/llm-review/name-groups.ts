import type { JobRun } from '#domain/context.ts'
import { insertEvents, type NewEvent } from '#domain/events/feed/queries-insert.ts'
import { type SubthemeTextChange, updateSubthemeText } from '#domain/findings/subthemes/queries-write.ts'
import { updateThemeText } from '#domain/findings/themes/queries-found.ts'
import { maskForModel } from '#domain/llm-access/mask.ts'
import { finishTasks } from '#domain/llm-tasks/queries.ts'
import { markWritten } from '#domain/llm-tasks/queries-texts.ts'
import { renameWithSubtheme } from '#domain/planning/opportunities/queries.ts'
import { GROUP_BATCH } from '#engine/thresholds/language-model.ts'
import { groupMembers, groupPrompt, groupSchema, groupSystem, readGroupTexts } from '#engine/llm/name-groups.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import type { Db } from '#store/open.ts'
import { originOf } from './origin.ts'
import { type GroupKind, isGroupNameTaken, listWaitingGroups, type WaitingGroup } from './queries-groups.ts'
import { reviewBatches } from './review-batches.ts'
import type { ReviewSession } from './review-session.ts'

/* Names and descriptions of subthemes and themes. */

const groupsPerTurn = 60
const fixed = { system: groupSystem, schema: groupSchema }

export async function nameGroups(session: ReviewSession) {
  for (const kind of ['subtheme', 'theme'] as const)
    while (!session.model.isOver) if (!(await nameSomeGroups(session, kind))) break
}

/** Answers whether there were any. */
async function nameSomeGroups(session: ReviewSession, kind: GroupKind): Promise<boolean> {
  const { run } = session
  const rows = await listWaitingGroups(run.db, run.org, kind, groupsPerTurn)
  const members = await maskLists(
    run,
    rows.map((row) => groupMembers(row.members)),
  )
  const groups = rows.map((row, n) => ({ ...row, members: members[n]! }))
  const isAsked = (group: (typeof groups)[number]): group is WaitingGroup =>
    group.name !== null && group.members.length > 0
  const others = groups.filter((group) => !isAsked(group)).map(({ id }) => id)
  if (others.length > 0) await run.write((db) => finishTasks(db, run.org, kind, others))
  const limits = session.model.within(GROUP_BATCH, fixed)
  await reviewBatches(session, batchesOf(groups.filter(isAsked), limits, tokensOf), {
    kind: () => kind,
    task: 'names',
    request: (batch) => ({ ...fixed, prompt: groupPrompt(batch) }),
    apply: (db, batch, answer) => applyAnswer(session, db, batch, answer),
  })
  return rows.length > 0
}

async function maskLists({ db, org }: JobRun, lists: readonly string[][]): Promise<string[][]> {
  const masked = (await maskForModel(db, org, lists.flat())).values()
  return lists.map((list) => list.map(() => masked.next().value!))
}

const tokensOf = (group: WaitingGroup) => estimateTokens(groupPrompt([group]))

async function applyAnswer(session: ReviewSession, db: Db, batch: readonly WaitingGroup[], answer: object) {
  const { org } = session.run
  const texts = readGroupTexts(batch, answer)
  const events: NewEvent[] = []
  for (const [n, before] of batch.entries()) {
    const text = texts[n]
    if (!text) continue
    const name = (await isGroupNameTaken(db, org, text.name, before.id)) ? before.name : text.name
    const change = { before, name, description: text.description }
    const update = before.kind === 'theme' ? updateThemeText : updateSubthemeAndOpportunities
    if (!(await update(db, org, change))) continue
    await markWritten(db, org, before.kind, { ids: [before.id], model: session.model.model })
    events.push(eventOf(before, name))
  }
  if (events.length > 0) await db.run(insertEvents(org, originOf(session.run), events))
}

/** Also the opportunities that still have the name and the description of the subtheme. */
async function updateSubthemeAndOpportunities(db: Db, org: string, change: SubthemeTextChange) {
  if (!(await updateSubthemeText(db, org, change))) return false
  await renameWithSubtheme(db, org, change.before, change)
  return true
}

const eventOf = ({ id, kind, name: previous }: WaitingGroup, name: string): NewEvent => ({
  type: kind === 'theme' ? 'theme.updated' : 'subtheme.synthesized',
  resource: id,
  object: JSON.stringify({ id, name }),
  previous: JSON.stringify({ name: previous }),
})
