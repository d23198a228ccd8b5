import assert from 'node:assert/strict'
import { analyze, type Finding, type TextToAnalyze } from '#engine/analyze.ts'
import { disturbanceSeeds, openDisturbedReading } from '../../scripts/eval/disturbed-reading.ts'

/*
 * Reads texts as the product does, and refuses an expectation without a margin: what `view` returns must be the same
 * when the model is disturbed, or it holds by chance.
 */

export type View<T> = (findings: readonly Finding[]) => T
export type SteadyReading = {
  /** What `view` returns for the findings of each source. */
  read<T>(sources: readonly TextToAnalyze[], view: View<T>): Promise<T[]>
  close(): Promise<void>
}

export async function openSteadyReading(): Promise<SteadyReading> {
  const readings = await Promise.all([0, ...disturbanceSeeds].map(openDisturbedReading))
  return {
    async read<T>(sources: readonly TextToAnalyze[], view: View<T>) {
      const [exact = [], ...disturbed] = await Promise.all(
        readings.map(async ({ read }) => (await analyze(sources, read)).map(view)),
      )
      for (const [n, views] of disturbed.entries())
        for (const [text, { content }] of sources.entries())
          assert.deepEqual(
            views[text],
            exact[text],
            `no margin: seed ${disturbanceSeeds[n]} reads ${JSON.stringify(content)} in another way`,
          )
      return exact
    },
    async close() {
      for (const { close } of readings) await close()
    },
  }
}
