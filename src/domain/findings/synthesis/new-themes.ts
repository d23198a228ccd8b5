import { nameGroups, phrasesOf } from '#engine/names/group-names.ts'
import { mergeUp } from '#engine/themes/cluster.ts'
import { centresOf } from '#engine/themes/communities.ts'
import { closeness, type Matrix, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import { newId } from '#store/ids.ts'
import type { Placed } from './read.ts'

/* Themes for subthemes that no theme has drawn to itself. */

/** What was found to stand together, with the vectors of its members around the frame's mean. */
export type Group = { centre: Float32Array; members: Placed[]; names: string[]; vectors: Matrix }
/** Mixed: what found no theme. */
export type NewTheme = { id: string; name: string; is_catch_all: boolean }
/** `of` names the theme of each group; `is_catch_all` is the one of those that found none. */
export type Made = { of: string[]; list: NewTheme[]; is_catch_all: string }

const mixedNames = ['Everything else', 'Other feedback']

/** So few are not put together. */
export const few = 4
const eachTheme = 2.5
/** More are looked for than there is room for: the largest stay. */
const spare = 1.5
/** A single subtheme says as much without a theme around it. */
const minInside = 2
const sizeOf = (groups: readonly Group[]) => groups.reduce((sum, group) => sum + group.members.length, 0)

/** As many as there is room for, each of subthemes that stand near to those who say its name; what stands near to none is everything else and goes where that stands already. */
export function newThemes(
  found: readonly Group[],
  others: readonly Group[],
  taken: Set<string>,
  room: number,
  everythingElse?: string,
): Made {
  const looked =
    found.length <= few
      ? found.length
      : Math.max(few, Math.min(Math.round(spare * room), Math.round(found.length / eachTheme)))
  const up = mergeUp(
    matrixOf(found.map((group) => group.centre)),
    found.map((group) => group.members.length),
    looked,
  )
  const candidates = candidatesOf(found, up, others)
  const insideOf = ({ speakers, place }: Candidate) =>
    found.filter((group, g) => up[g] === place && closeness(group.centre, speakers) >= about)
  const kept = candidates
    .map((one) => ({ ...one, inside: insideOf(one) }))
    .filter(({ inside }) => inside.length >= (found.length <= few ? 1 : minInside))
    .sort((a, b) => sizeOf(b.inside) - sizeOf(a.inside) || a.place - b.place)
    .slice(0, Math.max(0, found.length <= few ? room : room - 1))
  const list = kept.map(({ names, place }): NewTheme => ({
    id: newId(),
    name: unused(names, found[up.indexOf(place)]!.members[0]!.name, taken),
    is_catch_all: false,
  }))
  const of = found.map((group, g) => list[bestOf(group, up[g]!, kept)]?.id)
  const is_catch_all = everythingElse ?? newId()
  if (of.includes(undefined) && is_catch_all !== everythingElse)
    list.push({ id: is_catch_all, name: unused(mixedNames, mixedNames[0]!, taken), is_catch_all: true })
  return { of: of.map((id) => id ?? is_catch_all), list, is_catch_all }
}

type Candidate = { place: number; names: string[]; speakers: Float32Array }

/** So near to those who say a theme's name a subtheme is about it. */
const about = 0.35

/** Its own theme if it is about that, else the nearest, else none. */
function bestOf(group: Group, own: number, kept: readonly Candidate[]): number {
  const near = kept.map(({ speakers }) => closeness(group.centre, speakers))
  const home = kept.findIndex(({ place }) => place === own)
  if (home >= 0 && near[home]! >= about) return home
  const best = near.indexOf(Math.max(...near))
  return best >= 0 && near[best]! >= about ? best : -1
}

/** Groups with a name, and what those who say it have in common; where no phrase stands for a group, it is none. */
function candidatesOf(found: readonly Group[], up: Int32Array, others: readonly Group[]): Candidate[] {
  const count = Math.max(...up) + 1
  const rowsOf = (group: Group, place: number) =>
    group.members.map((member, n) => ({ text: member.name, group: place, vector: rowOf(group.vectors, n) }))
  // What is said elsewhere as well names nothing.
  const rows = [
    ...found.flatMap((group, g) => rowsOf(group, up[g]!)),
    ...others.flatMap((group) => rowsOf(group, count)),
  ]
  const vectors = matrixOf(rows.map((row) => row.vector))
  const names = nameGroups(
    rows,
    vectors,
    centresOf(
      vectors,
      Int32Array.from(rows, (row) => row.group),
      count + 1,
    ),
    { isTheme: true },
  ).slice(0, count)
  return names.flatMap(({ names: list, is_catch_all }, place): Candidate[] => {
    if (is_catch_all) return []
    const key = list[0] === undefined ? undefined : longestOf(phrasesOf(list[0]))
    const saying = rows.flatMap(({ text, group }, n) =>
      group === place && (key === undefined || phrasesOf(text).has(key)) ? [n] : [],
    )
    return saying.length === 0 ? [] : [{ place, names: list, speakers: centreOf(vectors, saying) }]
  })
}

const longestOf = (phrases: ReadonlyMap<string, string>) => [...phrases.keys()].sort((a, b) => b.length - a.length)[0]
const centreOf = (vectors: Matrix, places: readonly number[]) =>
  rowOf(
    centresOf(
      matrixOf(
        places.map((n) => rowOf(vectors, n)),
        vectors.width,
      ),
      new Int32Array(places.length),
      1,
    ),
    0,
  )

/** The best name that is still free. */
export function unused(candidates: readonly string[], otherwise: string, taken: Set<string>): string {
  const [first = otherwise, ...more] = candidates
  const name =
    [
      first,
      ...more,
      ...more.map((other) => `${first} and ${other.charAt(0).toLowerCase()}${other.slice(1)}`),
      otherwise,
    ].find((one) => !taken.has(one.toLowerCase())) ??
    [...Array(1000).keys()].map((n) => `${first} ${n + 2}`).find((one) => !taken.has(one.toLowerCase()))!
  taken.add(name.toLowerCase())
  return name
}
