import { insertEvents } from '#domain/events/feed/queries-insert.ts'
import { maskForModel } from '#domain/llm-access/mask.ts'
import { markWritten } from '#domain/llm-tasks/queries-texts.ts'
import { finishTasks } from '#domain/llm-tasks/queries.ts'
import { listStoryEvidence, updateStoryText } from '#domain/planning/projects/queries-stories.ts'
import { touchProject } from '#domain/planning/projects/queries.ts'
import type { CitableInsight } from '#engine/llm/cited-sentences.ts'
import { STORY_EVIDENCE } from '#engine/thresholds/language-model.ts'
import { isShowable, readStory, storyPrompt, storySchema, storySystem } from '#engine/llm/write-story.ts'
import { batchesOf, estimateTokens } from '#llm/batches.ts'
import type { Db } from '#store/open.ts'
import { originOf } from './origin.ts'
import { listWaitingStories, type WaitingStory } from './queries-stories.ts'
import { reviewBatches } from './review-batches.ts'
import type { ReviewSession } from './review-session.ts'

/* Evidence stories. One request a story. */

const storiesPerTurn = 10
const fixed = { system: storySystem, schema: storySchema }

type ReadyStory = WaitingStory & { project_id: string; all: CitableInsight[]; shown: CitableInsight[] }

export async function writeStories(session: ReviewSession) {
  const { run } = session
  while (!session.model.isOver) {
    const rows = await listWaitingStories(run.db, run.org, storiesPerTurn)
    if (rows.length === 0) return
    const ready: ReadyStory[] = []
    for (const row of rows) {
      const story = await readEvidence(session, row)
      if (story) ready.push(story)
      else await run.write((db) => finishTasks(db, run.org, 'evidence_story', [row.id]))
    }
    const batches = ready.map((story) => [story])
    await reviewBatches(session, batches, {
      kind: () => 'evidence_story',
      task: 'story',
      request: ([story]) => ({ ...fixed, prompt: storyPrompt(story!) }),
      apply: (db, [story], answer) => applyAnswer(session, db, story!, answer),
    })
  }
}

/** Undefined when the evidence has changed since the story was generated. */
async function readEvidence(
  { run: { db, org }, model }: ReviewSession,
  story: WaitingStory,
): Promise<ReadyStory | undefined> {
  const { project_id } = story
  if (project_id === null) return undefined
  const evidence = await listStoryEvidence(db, org, project_id)
  if (evidence.length === 0 || !evidence[0]!.digest.equals(story.digest)) return undefined
  const texts = await maskForModel(
    db,
    org,
    evidence.flatMap(({ name, quote }) => [name, quote ?? '']),
  )
  const all = evidence.map(({ id, quote, quote_verified, sentiment, contact_id }, n): CitableInsight => ({
    id,
    name: texts[2 * n]!,
    quote: quote_verified && quote !== null ? texts[2 * n + 1]! : null,
    sentiment,
    contact_id,
  }))
  const shown = batchesOf(all.filter(isShowable), model.within(STORY_EVIDENCE, fixed), tokensOf)[0] ?? []
  return shown.length === 0 ? undefined : { ...story, project_id, all, shown }
}

const tokensOf = ({ name, quote }: CitableInsight) => estimateTokens(quote ?? name) + 20

async function applyAnswer({ run, model }: ReviewSession, db: Db, story: ReadyStory, answer: object) {
  const text = readStory(answer, story)
  if (!text || !(await updateStoryText(db, run.org, story, text))) return
  await markWritten(db, run.org, 'evidence_story', { ids: [story.id], model: model.model })
  await touchProject(db, run.org, story.project_id)
  const object = JSON.stringify({ id: story.project_id, evidence_story: { id: story.id, engine: 'llm' } })
  const event = { type: 'project.evidence_story_ready' as const, resource: story.project_id, object }
  await db.run(insertEvents(run.org, originOf(run), [event]))
}
