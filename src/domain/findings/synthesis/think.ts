import { type Clustering, cluster, mergeUp } from '#engine/themes/cluster.ts'
import { nameGroups } from '#engine/names/group-names.ts'
import { centresOf } from '#engine/themes/communities.ts'
import { belongs, type Steering } from '#engine/themes/definition.ts'
import { nearestIn } from '#engine/themes/neighbours.ts'
import { centred, type Matrix, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import { newId } from '#store/ids.ts'
import type { Frame, Placed, Standing } from './read.ts'

/* Where each insight belongs: to a subtheme that stands near it, or to one that is found among those that have none. Nobody who has a place moves. */

/** So near to a subtheme's centre is inside. */
const inside = 0.45
/** So near to each other two centres speak of one theme. */
const sameTheme = 0.5
const fewestForThemes = 12
const fewestTogether = 3
const together = 0.38
const mostThemes = 16

export type NewSubtheme = { id: string; theme: string; name: string; about: string[]; centre: Float32Array; members: string[] }
export type NewTheme = { id: string; name: string }
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
export type Ground = { frame: Frame | undefined; fresh: Placed[]; left: Placed[]; standing: Standing[]; steering: { theme: string; by: Steering }[]; themeNames: string[] }

export function plan({ frame, fresh, left, standing, steering, themeNames }: Ground): Plan | undefined {
  if (fresh.length === 0) return undefined
  if (!frame && fresh.length < fewestForThemes) return undefined
  const mean = frame?.mean ?? meanOf(matrixOf(fresh.map((one) => one.vector)))
  const around = centred(matrixOf(fresh.map((one) => one.vector)), mean)
  const places = placesIn(around, standing)
  const joins = fresh.flatMap((one, n) => (places[n] ? [{ insight: one.id, subtheme: places[n] }] : []))
  const rest = [...left, ...fresh.filter((_, n) => !places[n])]
  const due = rest.length >= fewestForThemes && (standing.length === 0 || rest.length >= (frame?.left_over ?? 0) * 1.2 + 10)
  const found = due ? groups(rest, mean) : []
  const made = themed(found, standing, themeNames)
  const steered = fresh.flatMap((one, n) => steering.filter(({ by }) => belongs(rowOf(around, n), by)).map(({ theme }) => ({ insight: one.id, theme })))
  return { mean, joins, ...made, steered, leftOver: due ? rest.length - found.reduce((sum, group) => sum + group.members.length, 0) : (frame?.left_over ?? 0) }
}

function placesIn(around: Matrix, standing: readonly Standing[]): (string | undefined)[] {
  if (standing.length === 0) return []
  const { places, closeness } = nearestIn(around, matrixOf(standing.map((one) => one.centre)), 1)
  return Array.from({ length: around.count }, (_, n) => (closeness[n]! >= inside ? standing[places[n]!]!.id : undefined))
}

type Group = { centre: Float32Array; members: Placed[]; names: string[]; vectors: Matrix }

function groups(rest: readonly Placed[], mean: Float32Array): Group[] {
  const vectors = matrixOf(rest.map((one) => one.vector))
  const around = centred(vectors, mean)
  const clustering: Clustering = cluster(vectors)
  const centres = centresOf(around, clustering.labels, clustering.groups)
  const names = nameGroups(rest.map(({ name, quote }, n) => ({ text: quote ?? name, group: clustering.labels[n]! })), around, centres)
  return Array.from({ length: clustering.groups }, (_, g) => {
    const inIt = rest.map((_, n) => n).filter((n) => clustering.labels[n] === g && closenessTo(around, n, centres, g) >= together)
    return { centre: Float32Array.from(rowOf(centres, g)), members: inIt.map((n) => rest[n]!), names: names[g]!, vectors: matrixOf(inIt.map((n) => rowOf(around, n)), around.width) }
  }).filter((group) => group.members.length >= fewestTogether)
}

const closenessTo = (around: Matrix, n: number, centres: Matrix, g: number) => rowOf(around, n).reduce((sum, value, d) => sum + value * centres.data[g * centres.width + d]!, 0)

/** New subthemes join the theme whose subthemes stand nearest; those that stand alone make themes of their own. */
function themed(found: readonly Group[], standing: readonly Standing[], taken: readonly string[]): { subthemes: NewSubtheme[]; themes: NewTheme[] } {
  if (found.length === 0) return { subthemes: [], themes: [] }
  const names = new Set([...taken, ...standing.map((one) => one.name)].map((name) => name.toLowerCase()))
  const near = standing.length ? nearestIn(matrixOf(found.map((group) => group.centre)), matrixOf(standing.map((one) => one.centre)), 1) : undefined
  const themeOf = found.map((_, g) => (near && near.closeness[g]! >= sameTheme ? standing[near.places[g]!]!.theme_id : undefined))
  const alone = found.map((_, g) => g).filter((g) => themeOf[g] === undefined)
  const themes = alone.length ? newThemes(alone.map((g) => found[g]!), names) : { of: new Int32Array(0), list: [] }
  for (const [n, g] of alone.entries()) themeOf[g] = themes.list[themes.of[n]!]!.id
  const subthemes = found.map((group, g): NewSubtheme => ({
    id: newId(), theme: themeOf[g]!, name: unused(group.names, group.members[0]!.name, names), about: group.names, centre: group.centre, members: group.members.map((one) => one.id),
  }))
  return { subthemes, themes: themes.list }
}

function newThemes(found: readonly Group[], taken: Set<string>): { of: Int32Array; list: NewTheme[] } {
  const wanted = found.length <= 4 ? found.length : Math.min(mostThemes, Math.max(4, Math.round(found.length / 2.5)))
  const of = mergeUp(matrixOf(found.map((group) => group.centre)), found.map((group) => group.members.length), wanted)
  const count = Math.max(...of) + 1
  const members = found.flatMap((group, g) => group.members.map(({ name, quote }) => ({ text: quote ?? name, group: of[g]! })))
  const vectors = matrixOf(found.flatMap((group) => Array.from({ length: group.vectors.count }, (_, n) => rowOf(group.vectors, n))))
  const names = nameGroups(members, vectors, centresOf(vectors, Int32Array.from(members.map((one) => one.group)), count))
  return { of, list: names.map((list, t) => ({ id: newId(), name: unused(list, found[of.indexOf(t)]!.members[0]!.name, taken) })) }
}

/** The best name that is still free. */
function unused(candidates: readonly string[], otherwise: string, taken: Set<string>): string {
  const [first = otherwise, ...more] = candidates
  const name = [first, ...more, ...more.map((other) => `${first} and ${other.charAt(0).toLowerCase()}${other.slice(1)}`), otherwise].find((one) => !taken.has(one.toLowerCase()))
    ?? [...Array(1000).keys()].map((n) => `${first} ${n + 2}`).find((one) => !taken.has(one.toLowerCase()))!
  taken.add(name.toLowerCase())
  return name
}
