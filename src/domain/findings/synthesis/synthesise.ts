import { record } from '#domain/account/events/record.ts'
import type { JobRun } from '#domain/context.ts'
import { askForThemes } from '#domain/findings/analysis/ask-for-themes.ts'
import { standingEmbedder } from '#domain/findings/analysis/standing.ts'
import type { Embed } from '#engine/analyse.ts'
import type { Embedder } from '#engine/embed/embedder.ts'
import { readDefinition, type Steering } from '#engine/themes/definition.ts'
import { centred, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import type { Db } from '#store/open.ts'
import { proposals, writeProposals } from './propose.ts'
import {
  backlogIsAsked,
  frameOf,
  freshInsights,
  givenInsights,
  holdBacklogWish,
  leftInsights,
  manyFresh,
  maxFresh,
  standsAsRead,
  subthemesOf,
  themesOf,
} from './read.ts'
import { meanFor, type Plan, plan } from './think.ts'
import { writePlan } from './write.ts'

/** Puts everything new in its place, in as many turns as it takes; on request looks at everything anew and proposes; then the backlog is counted anew. */
export async function synthesise(run: JobRun, { review }: { review?: boolean }) {
  const embedder = await standingEmbedder(run)
  for (let turn = 0; ; turn++) {
    run.signal.throwIfAborted()
    await run.progress({ stage: 'synthesizing', done: turn })
    const fresh = await freshInsights(run.db, run.org, embedder.model)
    const next = await planOf(run, embedder, fresh)
    if (!next) break
    const done = await run.write((db) =>
      putInPlace(
        run,
        db,
        embedder.model,
        next,
        fresh.map((one) => one.id),
      ),
    )
    if (done && fresh.length < maxFresh) break
  }
  const proposed = review ? await proposals(run, embedder.model) : undefined
  return async (db: Db) => {
    if (proposed) await writeProposals(db, run.org, proposed)
    // What came while this was at it was told that this would look again.
    await askForThemes(run, db, () => manyFresh(db, run.org, embedder.model))
    await askForBacklog(run, db)
  }
}

/** A plan, and as of when it knows what stands. */
type Read = Plan & { readAt: string | null }

async function planOf(
  run: JobRun,
  { model, embed }: Embedder,
  fresh: Awaited<ReturnType<typeof freshInsights>>,
): Promise<Read | undefined> {
  const { db, org } = run
  const [frame, left, standing, themes] = [
    await frameOf(db, org, model),
    await leftInsights(db, org, model),
    await subthemesOf(db, org, model),
    await themesOf(db, org),
  ]
  const mean = meanFor(frame, fresh)
  if (!mean || fresh.length === 0) return undefined
  const described = themes.filter((theme) => theme.definition)
  const steering = await Promise.all(
    described.map(async ({ id, name, definition }) => ({
      theme: id,
      by: await steeringOf(embed, mean, name, definition!),
    })),
  )
  const made = await plan({
    mean,
    frame,
    fresh,
    left,
    standing,
    steering,
    given: await givenInsights(db, org, model),
    themes,
  })
  return { ...made, readAt: frame?.updated_at ?? null }
}

export async function steeringOf(
  embed: Embed,
  mean: Float32Array,
  name: string,
  definition: string,
): Promise<Steering> {
  const { include, exclude } = readDefinition(name, definition)
  const around = centred(matrixOf(await embed([...include, ...exclude])), mean)
  const rows = Array.from({ length: around.count }, (_, n) => rowOf(around, n))
  return { include: rows.slice(0, include.length), exclude: rows.slice(include.length) }
}

/** False when another look has been quicker: then this one begins anew from what there is now. */
async function putInPlace(
  run: JobRun,
  db: Db,
  model: string,
  next: Read,
  considered: readonly string[],
): Promise<boolean> {
  const { org } = run
  if (!(await standsAsRead(db, org, model, considered, next.readAt))) return false
  const written = await writePlan(db, org, model, next, considered)
  const happenings = [
    ...written.themes.map((theme) => ({
      type: 'theme.created' as const,
      resource: theme.id,
      object: JSON.stringify(theme),
    })),
    ...written.subthemes.map((id) => ({
      type: 'subtheme.synthesized' as const,
      resource: id,
      object: JSON.stringify({ id }),
    })),
  ]
  if (happenings.length)
    await db.run(
      record(
        org,
        { operation: 'subtheme_synthesis', actor: { type: 'system', id: run.id }, user: run.user, requestId: null },
        happenings,
      ),
    )
  return true
}

export async function askForBacklog(run: JobRun, db: Db) {
  await holdBacklogWish(db, run.org)
  if (!(await backlogIsAsked(db, run.org))) await run.enqueue(db, 'backlog_refresh', {})
}
