import { newId } from '#store/ids.ts'
import type { Analyst } from './analyst.ts'
import { matchPreviousGroups, type PreviousGroup } from './identity.ts'
import type { ReviewInsight } from './types.ts'
import { titleOf, withoutNames } from './naming.ts'
import { type Material, overviewOf, recordOf } from './records.ts'
import { subthemeDocument, type Group, rankSubthemes } from './subthemes.ts'
import { teaserDocument, teasersOf } from './teasers.ts'

/** The previous version: matched subthemes keep their id and name. */
export type PreviousGraph = { subthemes: (PreviousGroup & { name: string })[]; teasers: ReadonlyMap<string, string> }
/** The organization's own insights, for comparison. */
export type FirstPartyInsight = { id: string; name: string; theme_ids: string[] }

export type Graph = ReturnType<typeof assembleGraph>

const minMembers = 2

/** Builds a complete version from all collected reviews. */
export async function buildGraph(
  analyst: Analyst,
  material: Material,
  previous: PreviousGraph,
  firstPartyInsights: readonly FirstPartyInsight[],
) {
  const stripNames = withoutNames(material.competitors)
  const groups = (await analyst.group(material.insights.map((insight) => stripNames(textOf(insight)))))
    .filter((indexes) => indexes.length >= minMembers)
    .map((indexes) => indexes.map((index) => material.insights[index]!))
  const previousIds = matchPreviousGroups(
    groups.map((members) => members.map(({ id }) => id)),
    previous.subthemes,
  )
  const names = new Map(previous.subthemes.map(({ id, name }) => [id, name]))
  const namedGroups = groups.map((members, n) => ({
    id: previousIds[n] ?? newId(),
    name: names.get(previousIds[n] ?? '') ?? titleOf(stripNames(members[0]!.quote)),
    members,
  }))
  const matches = await analyst.match(
    namedGroups.map(({ name, members }) => `${name} ${members[0]!.quote}`),
    firstPartyInsights.map(({ name }) => name),
  )
  return assembleGraph(
    material,
    namedGroups.map((group, n) => ({
      ...group,
      firstParty: firstPartyOf(matches[n]!.map((index) => firstPartyInsights[index]!)),
    })),
    previous,
  )
}

const textOf = ({ name, quote }: ReviewInsight) =>
  quote.startsWith(name.replace(/…$/, '')) ? quote : `${name}. ${quote}`

const firstPartyOf = (matched: readonly FirstPartyInsight[]) => ({
  insight_count: matched.length,
  theme_ids: [...new Set(matched.flatMap(({ theme_ids }) => theme_ids))].slice(0, 20),
})

function assembleGraph(material: Material, groups: readonly Group[], previous: PreviousGraph) {
  const nameOf = new Map(material.competitors.map(({ id, name }) => [id, name]))
  const subthemes = rankSubthemes(groups)
  const teasers = teasersOf(subthemes, (subtheme) => previous.teasers.get(subtheme) ?? newId())
  const teaserOf = new Map(teasers.flatMap(({ id, members }) => members.map((member) => [member.id, id])))
  const subthemeOf = new Map(subthemes.flatMap(({ id, members }) => members.map((member) => [member.id, id])))
  return {
    overview: overviewOf(material, subthemes),
    records: material.competitors.map((competitor) => ({
      id: competitor.id,
      ...recordOf(competitor, material, subthemes),
    })),
    subthemes: subthemes.map((subtheme) => ({
      id: subtheme.id,
      rank: subtheme.rank,
      name: subtheme.name,
      category: subtheme.category,
      document: subthemeDocument(subtheme, (id) => nameOf.get(id)!),
    })),
    teasers: teasers.map((teaser) => ({
      id: teaser.id,
      subtheme_id: teaser.subtheme.id,
      position: teaser.position,
      title: teaser.subtheme.name,
      category: teaser.category,
      impact_score: teaser.impact,
      document: teaserDocument(teaser),
    })),
    members: material.insights.map(({ id }) => ({
      id,
      subtheme_id: subthemeOf.get(id) ?? null,
      teaser_id: teaserOf.get(id) ?? null,
    })),
  }
}
