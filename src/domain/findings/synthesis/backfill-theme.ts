import { insertAssignedThemes } from '#domain/findings/insights/links/queries.ts'
import type { JobRun } from '#domain/context.ts'
import { activeEmbedder } from '#domain/findings/analysis/active-model.ts'
import { centered, matrixOf, rowOf } from '#engine/vectors/matrix.ts'
import { type DefinitionVectors, embedDefinition, matchesDefinition } from '#engine/clustering/theme-definition.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import type { Db } from '#store/open.ts'
import { meanOfVectors } from './mean-of-vectors.ts'
import { findEmbeddingSpace, listStoredThemes, listVectorsAfter, lockInsightRows } from './queries.ts'

const pageSize = 5000

/** Links every existing insight that matches a theme's definition. */
export async function backfillTheme(run: JobRun, { theme_id }: { theme_id: string }) {
  const { db, org } = run
  const theme = (await listStoredThemes(db, org)).find(({ id }) => id === theme_id)
  const { model, embed } = await activeEmbedder(run)
  const mean = theme?.definition
    ? ((await findEmbeddingSpace(db, org, model))?.mean ?? (await meanOfVectors(db, org, model, pageSize)))
    : undefined
  const matches = mean ? await findMatches(run, model, mean, await embedDefinition(embed, mean, theme!)) : []
  return async (tx: Db) => {
    await lockInsightRows(tx, org, matches)
    await insertAssignedThemes(
      tx,
      org,
      matches.map((insight_id) => ({ insight_id, theme_id })),
    )
    return { type: 'theme', id: theme_id }
  }
}

async function findMatches(
  run: JobRun,
  model: string,
  mean: Float32Array,
  definition: DefinitionVectors,
): Promise<string[]> {
  const matches: string[] = []
  for (let after: string | null = null; ;) {
    const rows: { id: string; vector: Buffer }[] = await listVectorsAfter(run.db, run.org, model, {
      after,
      limit: pageSize,
    })
    if (rows.length === 0) return matches
    const vectors = centered(matrixOf(rows.map((row) => dequantize(row.vector))), mean)
    for (const [n, row] of rows.entries()) if (matchesDefinition(rowOf(vectors, n), definition)) matches.push(row.id)
    after = rows.at(-1)!.id
    await run.progress({ stage: 'scanning', done: matches.length })
  }
}
