import { dequantize } from '#engine/embed/quantize.ts'
import type { QuotableInsight } from '#engine/story/choose-quotes.ts'
import { buildStory } from '#engine/story/build-story.ts'
import { opposingSentiment } from '#engine/story/counter-evidence.ts'
import type { Story } from '#engine/story/types.ts'
import type { Db } from '#store/open.ts'
import { type AssignedRow, type EvidenceRow, listSegmentNames, listCounterEvidence } from './queries-stories.ts'

/** A story from a Project's evidence, with opposing insights from the same subthemes. */
export async function generateStory(
  db: Db,
  org: string,
  projectId: string,
  evidence: readonly AssignedRow[],
): Promise<Story> {
  const names = await listSegmentNames(db, org)
  const opposing = opposingSentiment({
    positive: countOf(evidence, 'POSITIVE'),
    negative: countOf(evidence, 'NEGATIVE'),
  })
  const subthemes = [
    ...new Set(evidence.filter((one) => one.sentiment !== opposing).flatMap((one) => one.subtheme?.id ?? [])),
  ]
  const counterEvidence =
    opposing && subthemes.length > 0
      ? await listCounterEvidence(db, org, projectId, { subthemes, sentiment: opposing })
      : []
  return buildStory(evidence.map(toQuotableInsight(names)), counterEvidence.map(toQuotableInsight(names)))
}

const countOf = (evidence: readonly EvidenceRow[], sentiment: string) =>
  evidence.filter((one) => one.sentiment === sentiment).length

const toQuotableInsight =
  (names: ReadonlyMap<string, string>) =>
  ({ segment_ids, model, vector, ...row }: EvidenceRow): QuotableInsight => ({
    ...row,
    segments: segment_ids.flatMap((id) => names.get(id) ?? []).sort(),
    meaning: model !== null && vector !== null ? { model, vector: dequantize(vector) } : null,
  })
