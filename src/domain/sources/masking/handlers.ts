import type { Handlers } from '#contract/core/route.ts'
import type { masking } from '#contract/resources/masking.ts'
import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import { requireDistinctSources } from './distinct-sources.ts'
import { compileRules, type MaskPattern, maskText, patternProblem } from '#engine/masking/mask-text.ts'
import { rulesFor } from './mask-intake.ts'
import { getMaskingSettings, listMaskingCounts, updateMaskingSettings } from './queries.ts'

export const handlers: Handlers<typeof masking, Ctx> = {
  getMasking: readMasking,

  async updateMasking(ctx, { kinds, patterns, sources }) {
    requirePatterns(patterns, 'body.patterns')
    requireDistinctSources(sources)
    for (const [n, { patterns: own }] of sources?.entries() ?? []) requirePatterns(own, `body.sources.${n}.patterns`)
    await updateMaskingSettings(ctx.db, ctx.org, {
      ...(kinds && { kinds }),
      ...(patterns && { patterns }),
      ...(sources && { sources }),
    })
    return readMasking(ctx)
  },

  async previewMasking({ db, org }, { text, source, kinds, patterns }) {
    requirePatterns(patterns, 'body.patterns')
    const stored = rulesFor(await getMaskingSettings(db, org), source ?? null)
    const rules = kinds || patterns ? { kinds: kinds ?? [], patterns: patterns ?? [] } : stored
    const masked = maskText(compileRules(rules), text)
    return { masked_text: masked.text, masked: [...masked.counts].map(([rule, count]) => ({ rule, count })) }
  },
}

async function readMasking({ db, org }: Ctx) {
  const { kinds = [], patterns = [], sources = [] } = await getMaskingSettings(db, org)
  return { kinds, patterns, sources, daily: await listMaskingCounts(db, org) }
}

function requirePatterns(patterns: readonly MaskPattern[] = [], path: string) {
  for (const [n, { name, pattern }] of patterns.entries()) {
    const problem = patternProblem(pattern)
    if (problem) invalidField(`${path}.${n}.pattern`, problem)
    if (patterns.findIndex((one) => one.name === name) !== n) invalidField(`${path}.${n}.name`, 'is used twice')
  }
}
