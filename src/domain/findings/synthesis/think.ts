import { cluster } from '#engine/themes/cluster.ts'
import { descriptionOf } from '#engine/names/description.ts'
import { nameGroups } from '#engine/names/group-names.ts'
import { centresOf, membersOf } from '#engine/themes/communities.ts'
import { belongs } from '#engine/themes/definition.ts'
import { nearestIn } from '#engine/themes/neighbours.ts'
import { centred, dot, type Matrix, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import { newId } from '#store/ids.ts'
import { type Claimant, homesOf, type Known } from './homes.ts'
import { type Group, type NewTheme, unused } from './new-themes.ts'
import { minForThemes, type Frame, type Placed, type Standing, type Theme } from './read.ts'

/* Where each insight belongs: to a subtheme that stands near it, or to one that is found among those that have none. Nobody who has a place moves. */

/** So near to a subtheme's centre is inside. */
const inside = 0.45
const minTogether = 3
const together = 0.38

export type NewSubtheme = {
  id: string
  theme: string
  name: string
  description: string
  centre: Float32Array
  members: string[]
}
export type Plan = {
  mean: Float32Array
  /** Which insight joins which subtheme that was there before. */
  joins: { insight: string; subtheme: string }[]
  subthemes: NewSubtheme[]
  themes: NewTheme[]
  /** By their definitions. */
  steered: { insight: string; theme: string }[]
  leftOver: number
}
/** An insight that a person's theme holds: what such a theme is about shows in what it was given. */
export type Given = { theme: string; vector: Float32Array }
export type Ground = {
  mean: Float32Array
  frame: Frame | undefined
  fresh: Placed[]
  left: Placed[]
  standing: Standing[]
  steering: Claimant[]
  given: Given[]
  themes: readonly Pick<Theme, 'id' | 'name' | 'is_catch_all'>[]
}

/** Fixed by the first insights from which themes are made; undefined while there are too few. */
export const meanFor = (frame: Frame | undefined, fresh: readonly Placed[]): Float32Array | undefined =>
  frame?.mean ?? (fresh.length < minForThemes ? undefined : meanOf(matrixOf(fresh.map((one) => one.vector))))

export async function plan({ mean, frame, fresh, left, standing, steering, given, themes }: Ground): Promise<Plan> {
  const around = centred(matrixOf(fresh.map((one) => one.vector)), mean)
  const places = await placesIn(around, standing)
  const joins = fresh.flatMap((one, n) => (places[n] ? [{ insight: one.id, subtheme: places[n] }] : []))
  const rest = [...left, ...fresh.filter((_, n) => !places[n])]
  const due =
    rest.length >= minForThemes && (standing.length === 0 || rest.length >= (frame?.unclustered_count ?? 0) * 1.2 + 10)
  const found = due ? await groups(rest, mean) : []
  const made = await themed(
    found,
    {
      standing,
      steering,
      given: given.length ? centred(matrixOf(given.map((one) => one.vector)), mean) : undefined,
      givenTo: given.map((one) => one.theme),
    },
    themes,
  )
  const steered = fresh.flatMap((one, n) =>
    steering.filter(({ by }) => belongs(rowOf(around, n), by)).map(({ theme }) => ({ insight: one.id, theme })),
  )
  return {
    mean,
    joins,
    ...made,
    steered,
    leftOver: due
      ? rest.length - found.reduce((sum, group) => sum + group.members.length, 0)
      : (frame?.unclustered_count ?? 0),
  }
}

async function placesIn(around: Matrix, standing: readonly Standing[]): Promise<(string | undefined)[]> {
  if (standing.length === 0) return []
  const { places, closeness } = await nearestIn(around, matrixOf(standing.map((one) => one.centre)), 1)
  return Array.from({ length: around.count }, (_, n) =>
    closeness[n]! >= inside ? standing[places[n]!]!.id : undefined,
  )
}

async function groups(rest: readonly Placed[], mean: Float32Array): Promise<Group[]> {
  const vectors = matrixOf(rest.map((one) => one.vector))
  const around = centred(vectors, mean)
  const { labels, groups: count } = await cluster(vectors)
  const centres = centresOf(around, labels, count)
  const names = nameGroups(
    rest.map(({ name, quote }, n) => ({ text: quote ?? name, group: labels[n]! })),
    around,
    centres,
  )
  return membersOf(labels, count)
    .map((places, g) => {
      const inIt = places.filter((n) => closenessTo(around, n, centres, g) >= together)
      return {
        centre: Float32Array.from(rowOf(centres, g)),
        members: inIt.map((n) => rest[n]!),
        names: names[g]!.names,
        vectors: matrixOf(
          inIt.map((n) => rowOf(around, n)),
          around.width,
        ),
      }
    })
    .filter((group) => group.members.length >= minTogether)
}

const closenessTo = (around: Matrix, n: number, centres: Matrix, g: number) =>
  dot(around.data, n * around.width, centres.data, g * centres.width, around.width)

/** New subthemes with their names, in the themes where they belong. */
async function themed(
  found: readonly Group[],
  known: Known,
  there: Ground['themes'],
): Promise<{ subthemes: NewSubtheme[]; themes: NewTheme[] }> {
  if (found.length === 0) return { subthemes: [], themes: [] }
  const names = new Set([...there, ...known.standing].map(({ name }) => name.toLowerCase()))
  const { themeOf, themes } = await homesOf(found, known, there, names)
  const subthemes = found.map((group, g): NewSubtheme => {
    const typical = typicalNames(group)
    const name = unused(
      [...typical.filter(({ length }) => length <= maxNameLength).map((one) => one.name), ...group.names],
      group.members[0]!.name,
      names,
    )
    return {
      id: newId(),
      theme: themeOf[g]!,
      name,
      description: descriptionOf(
        name,
        typical.filter((one) => one.closeness >= wellInside).map((one) => one.name),
      ),
      centre: group.centre,
      members: group.members.map((one) => one.id),
    }
  })
  return { subthemes, themes }
}

const maxNameLength = 12
const mostTypical = 12
/** So near to the centre somebody speaks for the whole. */
const wellInside = 0.6
/** Names that speak of somebody or of something said before stand badly on their own. */
const personal = /^(i|we|my|our|it|its|this|that|these|they|he|she|you|your|nobody|everybody|here|there|no|not|one)\b/i

/** What the members nearest to the centre are called, those that read well on their own first. */
function typicalNames({ members, vectors, centre }: Group): { name: string; length: number; closeness: number }[] {
  const found = members.map(({ name }, n) => {
    const length = name.split(' ').length
    const closeness = dot(vectors.data, n * vectors.width, centre, 0, vectors.width)
    return {
      name,
      length,
      closeness,
      score: closeness - (personal.test(name) ? 0.15 : 0) - 0.02 * Math.max(0, length - 7) - (length < 3 ? 0.2 : 0),
    }
  })
  return found.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).slice(0, mostTypical)
}
