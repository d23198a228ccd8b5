import { fromBytes } from '#engine/embed/bytes.ts'
import type { Quotable } from '#engine/story-quotes.ts'
import { opposite, type Story, tellStory } from '#engine/story.ts'
import type { Db } from '#store/open.ts'
import { type AssignedRow, type EvidenceRow, segmentNames, voicesElsewhere } from './stories.ts'

/** The story of a Project's evidence, with what others say against it on the same subjects. */
export async function storyOf(
  db: Db,
  org: string,
  projectId: string,
  evidence: readonly AssignedRow[],
): Promise<Story> {
  const names = await segmentNames(db, org)
  const against = opposite({ positive: countOf(evidence, 'POSITIVE'), negative: countOf(evidence, 'NEGATIVE') })
  const subthemes = [
    ...new Set(evidence.filter((one) => one.sentiment !== against).flatMap((one) => one.subtheme?.id ?? [])),
  ]
  const others = against && subthemes.length > 0 ? await voicesElsewhere(db, org, projectId, subthemes, against) : []
  return tellStory(evidence.map(told(names)), others.map(told(names)))
}

const countOf = (evidence: readonly EvidenceRow[], sentiment: string) =>
  evidence.filter((one) => one.sentiment === sentiment).length

const told =
  (names: ReadonlyMap<string, string>) =>
  ({ segment_ids, model, vector, ...row }: EvidenceRow): Quotable => ({
    ...row,
    segments: segment_ids.flatMap((id) => names.get(id) ?? []).sort(),
    meaning: model !== null && vector !== null ? { model, vector: fromBytes(vector) } : null,
  })
