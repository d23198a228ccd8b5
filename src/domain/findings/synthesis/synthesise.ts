import { record } from '#domain/account/events/record.ts'
import type { JobRun } from '#domain/context.ts'
import type { Embed } from '#engine/analyse.ts'
import { readDefinition, type Steering } from '#engine/themes/definition.ts'
import { centred, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { proposals, writeProposals } from './propose.ts'
import { frameOf, freshInsights, givenInsights, leftInsights, mostFresh, subthemesOf, themesOf } from './read.ts'
import { meanFor, type Plan, plan } from './think.ts'
import { writePlan } from './write.ts'

/** Puts everything new in its place, in as many turns as it takes; on request looks at everything anew and proposes; then the backlog is counted anew. */
export async function synthesise(run: JobRun, { review }: { review?: boolean }) {
  const { model } = await run.embedder()
  for (let turn = 0; ; turn++) {
    run.signal.throwIfAborted()
    await run.progress({ stage: 'synthesizing', done: turn })
    const fresh = await freshInsights(run.db, run.org, model)
    const next = await planOf(run, model, fresh)
    if (!next) break
    await run.write((db) => putInPlace(run, db, model, next, fresh.map((one) => one.id)))
    if (fresh.length < mostFresh) break
  }
  const proposed = review ? await proposals(run, model) : undefined
  return async (db: Db) => {
    if (proposed) await writeProposals(db, run.org, proposed)
    await askForBacklog(run, db)
  }
}

async function planOf(run: JobRun, model: string, fresh: Awaited<ReturnType<typeof freshInsights>>): Promise<Plan | undefined> {
  const { db, org } = run
  const [frame, left, standing, themes] = [await frameOf(db, org, model), await leftInsights(db, org, model), await subthemesOf(db, org, model), await themesOf(db, org)]
  const mean = meanFor(frame, fresh)
  if (!mean || fresh.length === 0) return undefined
  const { embed } = await run.embedder()
  const described = themes.filter((theme) => theme.definition)
  const steering = await Promise.all(described.map(async ({ id, name, definition }) => ({ theme: id, by: await steeringOf(embed, mean, name, definition!) })))
  return plan({ mean, frame, fresh, left, standing, steering, given: await givenInsights(db, org, model), themeNames: themes.map((theme) => theme.name) })
}

export async function steeringOf(embed: Embed, mean: Float32Array, name: string, definition: string): Promise<Steering> {
  const { include, exclude } = readDefinition(name, definition)
  const around = centred(matrixOf(await embed([...include, ...exclude])), mean)
  const rows = Array.from({ length: around.count }, (_, n) => rowOf(around, n))
  return { include: rows.slice(0, include.length), exclude: rows.slice(include.length) }
}

async function putInPlace(run: JobRun, db: Db, model: string, next: Plan, considered: readonly string[]) {
  const { org } = run
  const written = await writePlan(db, org, model, next, considered)
  const happenings = [
    ...written.themes.map((theme) => ({ type: 'theme.created' as const, resource: theme.id, object: JSON.stringify(theme) })),
    ...written.subthemes.map((id) => ({ type: 'subtheme.synthesized' as const, resource: id, object: JSON.stringify({ id }) })),
  ]
  if (happenings.length) await db.run(record(org, { operation: 'subtheme_synthesis', actor: { type: 'system', id: run.id }, user: run.user, requestId: null }, happenings))
}

export async function askForBacklog(run: JobRun, db: Db) {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${run.org}/backlog`}, 0))`)
  const waits = await db.first(sql`select 1 from job where org_id = ${run.org} and type = 'backlog_refresh' and status = 'queued'`)
  if (!waits) await run.enqueue(db, 'backlog_refresh', {})
}
