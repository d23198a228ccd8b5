import { insertEvents, type NewEvent } from '#domain/account/events/queries-insert.ts'
import { finishTasks } from '#domain/llm-tasks/queries.ts'
import { markWritten } from '#domain/llm-tasks/queries-texts.ts'
import { GROUP_BATCH } from '#engine/thresholds/language-model.ts'
import { groupMembers, groupPrompt, groupSchema, groupSystem, readGroupTexts } from '#engine/llm/name-groups.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import type { Db } from '#store/open.ts'
import { originOf } from './origin.ts'
import {
  type GroupKind,
  isGroupNameTaken,
  listWaitingGroups,
  updateSubthemeText,
  updateThemeText,
  type WaitingGroup,
} from './queries-groups.ts'
import { reviewBatches } from './review-batches.ts'
import type { ReviewSession } from './review-session.ts'

/* Names and descriptions of subthemes and themes. */

const groupsPerTurn = 60

export async function nameGroups(session: ReviewSession) {
  for (const kind of ['subtheme', 'theme'] as const)
    while (!session.isOver) if (!(await nameSomeGroups(session, kind))) break
}

/** Answers whether there were any. */
async function nameSomeGroups(session: ReviewSession, kind: GroupKind): Promise<boolean> {
  const { run } = session
  const rows = await listWaitingGroups(run.db, run.org, kind, groupsPerTurn)
  const groups = rows.map((row) => ({ ...row, members: groupMembers(row.members) }))
  const isAsked = (group: (typeof groups)[number]): group is WaitingGroup =>
    group.name !== null && group.members.length > 0
  const others = groups.filter((group) => !isAsked(group)).map(({ id }) => id)
  if (others.length > 0) await run.write((db) => finishTasks(db, run.org, kind, others))
  await reviewBatches(session, batchesOf(groups.filter(isAsked), GROUP_BATCH, tokensOf), {
    kind: () => kind,
    request: (batch) => ({ system: groupSystem, prompt: groupPrompt(batch), schema: groupSchema }),
    apply: (db, batch, answer) => applyAnswer(session, db, batch, answer),
  })
  return rows.length > 0
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
    const update = before.kind === 'theme' ? updateThemeText : updateSubthemeText
    if (!(await update(db, org, change))) continue
    await markWritten(db, org, before.kind, { ids: [before.id], model: session.llm.model })
    events.push(eventOf(before, name))
  }
  if (events.length > 0) await db.run(insertEvents(org, originOf(session.run), events))
}

const eventOf = ({ id, kind, name: previous }: WaitingGroup, name: string): NewEvent => ({
  type: kind === 'theme' ? 'theme.updated' : 'subtheme.synthesized',
  resource: id,
  object: JSON.stringify({ id, name }),
  previous: JSON.stringify({ name: previous }),
})
