import { updateMaskingSettings } from '#domain/organizations/queries-settings.ts'
import type { Handlers } from '#domain/operation-handlers.ts'
import type { masking } from '#contract/resources/masking.ts'
import type { ReadCtx } from '#domain/context.ts'
import { requireDistinctSources } from './distinct-sources.ts'
import { maskTexts } from '#engine/masking/mask-off-thread.ts'
import { withMaskingErrors } from './errors.ts'
import { rulesFor } from './mask-intake.ts'
import { requirePatterns, storedPatternProblem } from './pattern-limits.ts'
import { getMaskingSettings, listMaskingCounts, lockMaskingSettings } from './queries.ts'
import { waitOutside } from './wait-outside.ts'

export const handlers: Handlers<typeof masking> = {
  getMasking: readMasking,

  async updateMasking(ctx, { kinds, patterns, sources }) {
    requireDistinctSources(sources)
    const changes = { ...(kinds && { kinds }), ...(patterns && { patterns }), ...(sources && { sources }) }
    await requirePatterns(ctx.org, await lockMaskingSettings(ctx.db, ctx.org), changes)
    await updateMaskingSettings(ctx.db, ctx.org, changes)
    return readMasking(ctx)
  },

  async previewMasking({ db, org }, { text, source, kinds, patterns }) {
    await requirePatterns(org, {}, patterns ? { patterns } : {})
    const stored = rulesFor(await getMaskingSettings(db, org), source ?? null)
    const rules = kinds || patterns ? { kinds: kinds ?? [], patterns: patterns ?? [] } : stored
    const work = () => maskTexts(`settings of ${org}`, rules, [text])
    const [masked] = await withMaskingErrors(() => waitOutside(['preview', org, rules, text], work))
    return { masked_text: masked!.text, masked: [...masked!.counts].map(([rule, count]) => ({ rule, count })) }
  },
}

async function readMasking({ db, org }: ReadCtx) {
  const { kinds = [], patterns = [], sources = [] } = await getMaskingSettings(db, org)
  const problem = await storedPatternProblem(org, { patterns, sources })
  return { kinds, patterns, sources, problem, daily: await listMaskingCounts(db, org) }
}
