import { useQueries } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'
import { queryKeyOf } from '#web/api/hooks.ts'
import type { ProjectDetail } from './types.ts'

export type ProjectStory = NonNullable<ProjectDetail['latest_evidence_story']>
export type StorySentence = ProjectStory['narrative'][number]
export type StorySource = { number: number; id: string; name: string | undefined }

/** Insights that a sentence names; one that counts fifty would be unreadable with all of them. */
const maxCitations = 3
export const citedIds = ({ insight_ids }: StorySentence) => insight_ids.slice(0, maxCitations)

/** Every insight that the story cites, numbered in the order of the text. */
function numberSources(story: ProjectStory, references: ProjectDetail['evidence_references']): StorySource[] {
  const names = new Map(references.map(({ insight_id, insight }) => [insight_id, insight.name]))
  const ids = new Set([
    ...[...story.narrative, ...story.key_findings].flatMap(citedIds),
    ...story.quotes.map(({ insight_id }) => insight_id),
    ...story.counter_evidence.flatMap(citedIds),
  ])
  return [...ids].map((id, index) => ({ number: index + 1, id, name: names.get(id) }))
}

/** The sources of a story; counter-evidence may cite insights outside of the evidence, which are loaded too. */
export function useStorySources(
  story: ProjectStory | null,
  references: ProjectDetail['evidence_references'],
): StorySource[] {
  const sources = story ? numberSources(story, references) : []
  const missing = sources.filter(({ name }) => name === undefined)
  const loaded = useQueries({
    queries: missing.map(({ id }) => ({
      queryKey: queryKeyOf('getInsight', { insightId: id }),
      queryFn: () => call('getInsight', { insightId: id }),
    })),
  })
  const names = new Map(missing.map(({ id }, n) => [id, loaded[n]?.data?.name]))
  return sources.map((source) => ({ ...source, name: source.name ?? names.get(source.id) }))
}

export type Numbers = ReadonlyMap<string, number>
export const numbersOf = (sources: readonly StorySource[]): Numbers =>
  new Map(sources.map(({ id, number }) => [id, number]))
