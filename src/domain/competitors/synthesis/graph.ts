import { newId } from '#store/ids.ts'
import type { Analyst } from './analyst.ts'
import { continued, type PreviousGroup } from './identity.ts'
import type { Insight } from './types.ts'
import { titleOf, withoutNames } from './naming.ts'
import { type Material, overviewOf, recordOf } from './records.ts'
import { documentOf as subthemeDocument, type Group, rankSubthemes } from './subthemes.ts'
import { documentOf as teaserDocument, teasersOf } from './teasers.ts'

/** The previous version: matched subthemes keep their id and name. */
export type Before = { subthemes: (PreviousGroup & { name: string })[]; teasers: ReadonlyMap<string, string> }
/** The organization's own insights, for comparison. */
export type OwnInsight = { id: string; name: string; theme_ids: string[] }

export type Graph = ReturnType<typeof shape>

const minMembers = 2

/** A complete version, built from all collected reviews. */
export async function buildGraph(analyst: Analyst, material: Material, before: Before, own: readonly OwnInsight[]) {
  const unnamed = withoutNames(material.competitors)
  const groups = (await analyst.group(material.insights.map((insight) => unnamed(textOf(insight)))))
    .filter((places) => places.length >= minMembers)
    .map((places) => places.map((place) => material.insights[place]!))
  const known = continued(
    groups.map((members) => members.map(({ id }) => id)),
    before.subthemes,
  )
  const names = new Map(before.subthemes.map(({ id, name }) => [id, name]))
  const named = groups.map((members, n) => ({
    id: known[n] ?? newId(),
    name: names.get(known[n] ?? '') ?? titleOf(unnamed(members[0]!.quote)),
    members,
  }))
  const matches = await analyst.match(
    named.map(({ name, members }) => `${name} ${members[0]!.quote}`),
    own.map(({ name }) => name),
  )
  return shape(
    material,
    named.map((group, n) => ({ ...group, firstParty: firstPartyOf(matches[n]!.map((place) => own[place]!)) })),
    before,
  )
}

const textOf = ({ name, quote }: Insight) => (quote.startsWith(name.replace(/…$/, '')) ? quote : `${name}. ${quote}`)

const firstPartyOf = (matched: readonly OwnInsight[]) => ({
  insight_count: matched.length,
  theme_ids: [...new Set(matched.flatMap(({ theme_ids }) => theme_ids))].slice(0, 20),
})

function shape(material: Material, groups: readonly Group[], before: Before) {
  const nameOf = new Map(material.competitors.map(({ id, name }) => [id, name]))
  const subthemes = rankSubthemes(groups)
  const teasers = teasersOf(subthemes, (subtheme) => before.teasers.get(subtheme) ?? newId())
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
