import { record } from '#domain/account/events/record.ts'
import type { JobRun } from '#domain/context.ts'
import { readDefinition, type Steering } from '#engine/themes/definition.ts'
import { centred, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import type { Db } from '#store/open.ts'
import { sql } from '#store/sql.ts'
import { frameOf, freshInsights, leftInsights, mostFresh, subthemesOf, themesOf } from './read.ts'
import { type Plan, plan } from './think.ts'
import { writePlan } from './write.ts'

/** Puts everything new in its place, in as many turns as it takes; then the backlog is counted anew. */
export async function synthesise(run: JobRun) {
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
  return async (db: Db) => askForBacklog(run, db)
}

async function planOf(run: JobRun, model: string, fresh: Awaited<ReturnType<typeof freshInsights>>): Promise<Plan | undefined> {
  const { db, org } = run
  const [frame, left, standing, themes] = [await frameOf(db, org, model), await leftInsights(db, org, model), await subthemesOf(db, org, model), await themesOf(db, org)]
  const mean = frame?.mean
  const described = themes.filter((theme) => theme.definition)
  const steering = mean ? await Promise.all(described.map(async ({ id, name, definition }) => ({ theme: id, by: await steeringOf(run, mean, name, definition!) }))) : []
  return plan({ frame, fresh, left, standing, steering, themeNames: themes.map((theme) => theme.name) })
}

export async function steeringOf(run: JobRun, mean: Float32Array, name: string, definition: string): Promise<Steering> {
  const { include, exclude } = readDefinition(name, definition)
  const { embed } = await run.embedder()
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
