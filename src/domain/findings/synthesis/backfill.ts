import type { JobRun } from '#domain/context.ts'
import { standingEmbedder } from '#domain/findings/analysis/standing.ts'
import { fromBytes } from '#engine/embed/bytes.ts'
import { belongs } from '#engine/themes/definition.ts'
import { centred, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import type { Db } from '#store/open.ts'
import { frameOf, holdInsights, themesOf, vectorsAfter } from './read.ts'
import { steeringOf } from './synthesise.ts'
import { linkAll } from './write.ts'

const page = 5000

/** Holds everything that was found so far against a theme's definition, and links what belongs. */
export async function backfillTheme(run: JobRun, { theme_id }: { theme_id: string }) {
  const { db, org } = run
  const theme = (await themesOf(db, org)).find((one) => one.id === theme_id)
  const { model, embed } = await standingEmbedder(run)
  const found: string[] = []
  if (theme?.definition) {
    const mean = (await frameOf(db, org, model))?.mean ?? (await meanOfAll(db, org, model))
    const by = mean && (await steeringOf(embed, mean, theme.name, theme.definition))
    for (let after: string | null = null; mean && by;) {
      const rows: { id: string; vector: Buffer }[] = await vectorsAfter(db, org, model, after, page)
      if (rows.length === 0) break
      const around = centred(matrixOf(rows.map((row) => fromBytes(row.vector))), mean)
      for (const [n, row] of rows.entries()) if (belongs(rowOf(around, n), by)) found.push(row.id)
      after = rows.at(-1)!.id
      await run.progress({ stage: 'scanning', done: found.length })
    }
  }
  return async (write: Db) => {
    await holdInsights(write, org, found)
    await linkAll(
      write,
      org,
      found.map((insight_id) => ({ insight_id, theme_id })),
    )
    return { type: 'theme', id: theme_id }
  }
}

async function meanOfAll(db: Db, org: string, model: string): Promise<Float32Array | undefined> {
  const rows = await vectorsAfter(db, org, model, null, page)
  return rows.length ? meanOf(matrixOf(rows.map((row) => fromBytes(row.vector)))) : undefined
}
