import Type from 'typebox'
import { oneOf } from '#contract/core/shapes.ts'

/** Different contacts are counted among the newest insights up to here, so that the cost stays bounded. */
export const maxCoverageInsights = 20_000
export const CoverageIsExact = Type.Boolean({
  description:
    `False when more than ${maxCoverageInsights} insights are searched: ` +
    'contacts and sources are those of the newest.',
})

const verdicts = ['informative', 'too_thin', 'none'] as const
export const CoverageVerdict = oneOf(...verdicts)
