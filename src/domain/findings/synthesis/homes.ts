import { claim, type Steering } from '#engine/themes/definition.ts'
import { nearestIn, type Neighbours } from '#engine/themes/neighbours.ts'
import { closeness, type Matrix, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import { few, type Group, newThemes, type NewTheme } from './new-themes.ts'
import type { Standing, Theme } from './read.ts'

/* Which theme each new subtheme belongs to: one that is there already, else one that is made of those that stand together, else everything else. */

export type Claimant = { theme: string; by: Steering }
export type Known = {
  standing: readonly Standing[]
  steering: readonly Claimant[]
  given: Matrix | undefined
  givenTo: readonly string[]
}

const maxThemes = 20
/** So near to each other two centres speak of one theme. */
const sameTheme = 0.5

/** Answers the theme of each and the themes that are new; names given to these are taken from then on. */
export async function homesOf(
  found: readonly Group[],
  known: Known,
  there: readonly Pick<Theme, 'id' | 'is_catch_all'>[],
  taken: Set<string>,
): Promise<{ themeOf: string[]; themes: NewTheme[] }> {
  const { standing, given } = known
  const centres = matrixOf(found.map((group) => group.centre))
  const near = standing.length ? await nearestIn(centres, matrixOf(standing.map((one) => one.centre)), 1) : undefined
  const like = given ? await nearestIn(centres, given, Math.min(voters, given.count)) : undefined
  const themeOf = found.map(
    ({ centre }, g) =>
      drawnTo(centre, like, g, known) ??
      (near && near.closeness[g]! >= sameTheme ? standing[near.places[g]!]!.theme_id : undefined),
  )
  followNearest(
    themeOf,
    found.map((group) => group.centre),
    found.map((group) => group.members.length),
  )
  const placesIn = (theme: string | undefined) => [...found.keys()].filter((g) => themeOf[g] === theme)
  const make = (places: readonly number[], room: number, everythingElse: string | undefined) =>
    newThemes(
      places.map((g) => found[g]!),
      found.filter((_, g) => !places.includes(g)),
      taken,
      room,
      everythingElse,
    )

  const alone = placesIn(undefined)
  if (alone.length === 0) return { themeOf: themeOf as string[], themes: [] }
  const room = maxThemes - there.length
  const first = make(alone, room, there.find((theme) => theme.is_catch_all)?.id)
  for (const [n, g] of alone.entries()) themeOf[g] = first.of[n]!
  // Before it is among everything else, it may go where it is drawn a little, and to either of two that draw it alike, or where those go who speak as its members do.
  for (const g of placesIn(first.is_catch_all))
    themeOf[g] = drawnTo(found[g]!.centre, like, g, known, nearlyEnough, 0) ?? themeOf[g]
  await goWithNeighbours(themeOf, found, first.is_catch_all)
  const rest = placesIn(first.is_catch_all)
  // What stood between them is gone: some may stand together now.
  const second =
    rest.length > few
      ? make(rest, room - first.list.filter(({ is_catch_all }) => !is_catch_all).length, first.is_catch_all)
      : undefined
  for (const [n, g] of rest.entries()) themeOf[g] = second?.of[n] ?? first.is_catch_all
  return {
    themeOf: themeOf as string[],
    themes: [...first.list, ...(second?.list ?? [])].filter(({ id }) => themeOf.includes(id)),
  }
}

const voters = 6
/** Closeness that any two texts may have. */
const byChance = 0.2
const enough = 0.34
const nearlyEnough = 0.3
const clearly = 0.05

/** Which theme a place belongs to, by what the themes hold already and by what their definitions say; undefined when nothing speaks clearly for one. */
function drawnTo(
  centre: Float32Array,
  near: Neighbours | undefined,
  g: number,
  { steering, givenTo }: Known,
  min = enough,
  margin = clearly,
): string | undefined {
  const pulls = near ? pullsOf(near, g, (place) => givenTo[place]!, 0.5) : []
  const [first, second] = strongest([
    ...pulls,
    ...steering.map(({ theme, by }): Pull => [theme, Math.max(0, claim(centre, by, byChance) ?? 0)]),
  ])
  return first && first[1] >= min && first[1] >= (second?.[1] ?? 0) + margin ? first[0] : undefined
}

type Pull = [theme: string, by: number]

/** How much each neighbour of the nth draws it to its theme. */
const pullsOf = (
  { each, places, closeness: close }: Neighbours,
  n: number,
  themeAt: (place: number) => string,
  weight: number,
): Pull[] =>
  Array.from({ length: each }, (_, i) => [
    themeAt(places[n * each + i]!),
    weight * Math.max(0, close[n * each + i]! - byChance),
  ])

function strongest(pulls: readonly Pull[]): Pull[] {
  const sums = new Map<string, number>()
  for (const [theme, by] of pulls) sums.set(theme, (sums.get(theme) ?? 0) + by)
  return [...sums].sort((a, b) => b[1] - a[1])
}

/** So near to each other, which of two is the larger one does not matter. */
const almostOne = 0.65

/** Whoever was drawn nowhere goes with the nearest of the others that was and is no smaller or almost the same, the nearest pair first. */
export function followNearest(
  themeOf: (string | undefined)[],
  centres: readonly Float32Array[],
  sizes: readonly number[],
) {
  for (;;) {
    let best = { g: -1, theme: '', close: sameTheme }
    for (const [g, theme] of themeOf.entries()) {
      if (theme !== undefined) continue
      for (const [other, its] of themeOf.entries()) {
        if (its === undefined) continue
        const close = closeness(centres[g]!, centres[other]!)
        if (sizes[other]! < sizes[g]! && close < almostOne) continue
        if (close >= best.close) best = { g, theme: its, close }
      }
    }
    if (best.g < 0) return
    themeOf[best.g] = best.theme
  }
}

/** Those nearest to its centre speak for a subtheme. */
const speakers = 30
const neighbours = 10
const enoughNear = 0.085
const timesTheNext = 2

/** A subtheme of a theme may be far from its centre and still speak of the same: whoever is in `left` goes where the neighbours of its members are, if one theme draws them twice as much as the next. */
export async function goWithNeighbours(themeOf: (string | undefined)[], found: readonly Group[], left: string) {
  const spoken = found.flatMap((group, g) => speakersOf(group).map((vector) => ({ g, vector })))
  const placed = spoken.filter(({ g }) => themeOf[g] !== left)
  const astray = spoken.filter(({ g }) => themeOf[g] === left)
  if (placed.length === 0 || astray.length === 0) return
  const near = await nearestIn(
    matrixOf(astray.map((one) => one.vector)),
    matrixOf(placed.map((one) => one.vector)),
    Math.min(neighbours, placed.length),
  )
  const pulls = astray.map(({ g }, n) => ({
    g,
    own: pullsOf(near, n, (place) => themeOf[placed[place]!.g]!, 1 / near.each),
  }))
  for (const [g, those] of Map.groupBy(pulls, (one) => one.g)) {
    const [first, second] = strongest(those.flatMap((one) => one.own))
    if (
      first &&
      first[1] >= enoughNear * Math.min(speakers, found[g]!.members.length) &&
      first[1] >= timesTheNext * (second?.[1] ?? 0)
    )
      themeOf[g] = first[0]
  }
}

const speakersOf = ({ vectors, centre }: Group): Float32Array[] =>
  Array.from({ length: vectors.count }, (_, n) => rowOf(vectors, n))
    .map((vector) => ({ vector, close: closeness(vector, centre) }))
    .sort((a, b) => b.close - a.close)
    .slice(0, speakers)
    .map(({ vector }) => vector)
