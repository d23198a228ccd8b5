import { getMainLanguage } from '#domain/findings/insights/queries-language.ts'
import { dequantize } from '#engine/vectors/quantize.ts'
import { buildStory } from '#engine/story/build-story.ts'
import { opposingOpinion } from '#engine/story/counter-evidence.ts'
import type { Evidence, Story } from '#engine/story/types.ts'
import type { Db } from '#store/open.ts'
import { type AssignedRow, type StoryEvidenceRow, listCounterEvidence } from './queries-stories.ts'

type StoryInput = { projectId: string; evidence: readonly AssignedRow[]; segmentNames: ReadonlyMap<string, string> }

/** A story from a Project's evidence, with opposing insights from the same subthemes. */
export async function generateStory(
  db: Db,
  org: string,
  { projectId, evidence, segmentNames: names }: StoryInput,
): Promise<Story> {
  const opposing = opposingOpinion(evidence)
  const subthemes = [
    ...new Set(evidence.filter((one) => one.sentiment !== opposing).flatMap((one) => one.subtheme?.id ?? [])),
  ]
  const counterEvidence =
    opposing && subthemes.length > 0
      ? await listCounterEvidence(db, org, projectId, { subthemes, sentiment: opposing })
      : []
  const language = await getMainLanguage(db, org)
  return buildStory(evidence.map(toEvidence(names)), counterEvidence.map(toEvidence(names)), language)
}

const toEvidence =
  (names: ReadonlyMap<string, string>) =>
  ({ segment_ids, model, vector, ...row }: StoryEvidenceRow): Evidence => ({
    ...row,
    segments: segment_ids.flatMap((id) => names.get(id) ?? []).sort(),
    meaning: model !== null && vector !== null ? { model, vector: dequantize(vector) } : null,
  })
