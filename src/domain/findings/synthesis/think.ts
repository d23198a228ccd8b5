import { type Clustering, cluster, mergeUp } from '#engine/themes/cluster.ts'
import { nameGroups } from '#engine/names/group-names.ts'
import { centresOf } from '#engine/themes/communities.ts'
import { belongs, claim, type Steering } from '#engine/themes/definition.ts'
import { nearestIn, type Neighbours } from '#engine/themes/neighbours.ts'
import { centred, type Matrix, matrixOf, meanOf, rowOf } from '#engine/themes/vectors.ts'
import { newId } from '#store/ids.ts'
import { fewestForThemes, type Frame, type Placed, type Standing } from './read.ts'

/* Where each insight belongs: to a subtheme that stands near it, or to one that is found among those that have none. Nobody who has a place moves. */

/** So near to a subtheme's centre is inside. */
const inside = 0.45
/** So near to each other two centres speak of one theme. */
const sameTheme = 0.5
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
export type Claimant = { theme: string; by: Steering }
/** An insight that a person's theme holds: what such a theme is about shows in what it was given. */
export type Given = { theme: string; vector: Float32Array }
export type Ground = { mean: Float32Array; frame: Frame | undefined; fresh: Placed[]; left: Placed[]; standing: Standing[]; steering: Claimant[]; given: Given[]; themeNames: string[] }

/** Fixed by the first insights from which themes are made; undefined while there are too few. */
export const meanFor = (frame: Frame | undefined, fresh: readonly Placed[]): Float32Array | undefined =>
  frame?.mean ?? (fresh.length < fewestForThemes ? undefined : meanOf(matrixOf(fresh.map((one) => one.vector))))

export async function plan({ mean, frame, fresh, left, standing, steering, given, themeNames }: Ground): Promise<Plan> {
  const around = centred(matrixOf(fresh.map((one) => one.vector)), mean)
  const places = await placesIn(around, standing)
  const joins = fresh.flatMap((one, n) => (places[n] ? [{ insight: one.id, subtheme: places[n] }] : []))
  const rest = [...left, ...fresh.filter((_, n) => !places[n])]
  const due = rest.length >= fewestForThemes && (standing.length === 0 || rest.length >= (frame?.left_over ?? 0) * 1.2 + 10)
  const found = due ? await groups(rest, mean) : []
  const made = await themed(found, { standing, steering, given: given.length ? centred(matrixOf(given.map((one) => one.vector)), mean) : undefined, givenTo: given.map((one) => one.theme) }, themeNames)
  const steered = fresh.flatMap((one, n) => steering.filter(({ by }) => belongs(rowOf(around, n), by)).map(({ theme }) => ({ insight: one.id, theme })))
  return { mean, joins, ...made, steered, leftOver: due ? rest.length - found.reduce((sum, group) => sum + group.members.length, 0) : (frame?.left_over ?? 0) }
}

async function placesIn(around: Matrix, standing: readonly Standing[]): Promise<(string | undefined)[]> {
  if (standing.length === 0) return []
  const { places, closeness } = await nearestIn(around, matrixOf(standing.map((one) => one.centre)), 1)
  return Array.from({ length: around.count }, (_, n) => (closeness[n]! >= inside ? standing[places[n]!]!.id : undefined))
}

type Group = { centre: Float32Array; members: Placed[]; names: string[]; vectors: Matrix }

async function groups(rest: readonly Placed[], mean: Float32Array): Promise<Group[]> {
  const vectors = matrixOf(rest.map((one) => one.vector))
  const around = centred(vectors, mean)
  const clustering: Clustering = await cluster(vectors)
  const centres = centresOf(around, clustering.labels, clustering.groups)
  const names = nameGroups(rest.map(({ name, quote }, n) => ({ text: quote ?? name, group: clustering.labels[n]! })), around, centres)
  return Array.from({ length: clustering.groups }, (_, g) => {
    const inIt = rest.map((_, n) => n).filter((n) => clustering.labels[n] === g && closenessTo(around, n, centres, g) >= together)
    return { centre: Float32Array.from(rowOf(centres, g)), members: inIt.map((n) => rest[n]!), names: names[g]!, vectors: matrixOf(inIt.map((n) => rowOf(around, n)), around.width) }
  }).filter((group) => group.members.length >= fewestTogether)
}

const closenessTo = (around: Matrix, n: number, centres: Matrix, g: number) => rowOf(around, n).reduce((sum, value, d) => sum + value * centres.data[g * centres.width + d]!, 0)

type Known = { standing: readonly Standing[]; steering: readonly Claimant[]; given: Matrix | undefined; givenTo: readonly string[] }

const voters = 6
/** Closeness that any two texts may have. */
const byChance = 0.2
const enough = 0.34
const clearly = 0.05

/** Which theme a place belongs to, by what the themes hold already and by what their definitions say; undefined when nothing speaks clearly for one. */
function drawnTo(centre: Float32Array, near: Neighbours | undefined, g: number, { steering, givenTo }: Known): string | undefined {
  const pull = new Map<string, number>()
  const add = (theme: string, by: number) => pull.set(theme, (pull.get(theme) ?? 0) + by)
  for (let at = g * (near?.each ?? 0); near && at < (g + 1) * near.each; at++) add(givenTo[near.places[at]!]!, 0.5 * Math.max(0, near.closeness[at]! - byChance))
  for (const { theme, by } of steering) add(theme, Math.max(0, claim(centre, by, byChance) ?? 0))
  const [first, second] = [...pull].sort((a, b) => b[1] - a[1])
  return first && first[1] >= enough && first[1] >= (second?.[1] ?? 0) + clearly ? first[0] : undefined
}

/** New subthemes join the theme they are drawn to, else the one whose subthemes stand nearest; those that stand alone make themes of their own. */
async function themed(found: readonly Group[], known: Known, taken: readonly string[]): Promise<{ subthemes: NewSubtheme[]; themes: NewTheme[] }> {
  if (found.length === 0) return { subthemes: [], themes: [] }
  const { standing, given } = known
  const names = new Set([...taken, ...standing.map((one) => one.name)].map((name) => name.toLowerCase()))
  const centres = matrixOf(found.map((group) => group.centre))
  const near = standing.length ? await nearestIn(centres, matrixOf(standing.map((one) => one.centre)), 1) : undefined
  const like = given ? await nearestIn(centres, given, Math.min(voters, given.count)) : undefined
  const themeOf = found.map(({ centre }, g) => drawnTo(centre, like, g, known) ?? (near && near.closeness[g]! >= sameTheme ? standing[near.places[g]!]!.theme_id : undefined))
  const alone = found.map((_, g) => g).filter((g) => themeOf[g] === undefined)
  const themes = alone.length ? newThemes(alone.map((g) => found[g]!), names, mostThemes - taken.length) : { of: new Int32Array(0), list: [] }
  for (const [n, g] of alone.entries()) themeOf[g] = themes.list[themes.of[n]!]!.id
  const subthemes = found.map((group, g): NewSubtheme => ({
    id: newId(), theme: themeOf[g]!, name: unused([...typicalNames(group), ...group.names], group.members[0]!.name, names), about: group.names, centre: group.centre, members: group.members.map((one) => one.id),
  }))
  return { subthemes, themes: themes.list }
}

const longestName = 12
const mostTypical = 12
/** Names that speak of somebody or of something said before stand badly on their own. */
const personal = /^(i|we|my|our|it|its|this|that|these|they|he|she|you|your|nobody|everybody|here|there|no|not|one)\b/i

/** What the members nearest to the centre are called, those that read well on their own first. */
function typicalNames({ members, vectors, centre }: Group): string[] {
  const found = members.map(({ name }, n) => {
    const words = name.split(' ').length
    const closeness = rowOf(vectors, n).reduce((sum, value, d) => sum + value * centre[d]!, 0)
    return { name, words, score: closeness - (personal.test(name) ? 0.15 : 0) - 0.02 * Math.max(0, words - 7) - (words < 3 ? 0.2 : 0) }
  })
  return found.filter(({ words }) => words <= longestName).sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).slice(0, mostTypical).map(({ name }) => name)
}

function newThemes(found: readonly Group[], taken: Set<string>, room: number): { of: Int32Array; list: NewTheme[] } {
  const wanted = found.length <= 4 ? found.length : Math.max(4, Math.min(room, Math.round(found.length / 2.5)))
  const of = mergeUp(matrixOf(found.map((group) => group.centre)), found.map((group) => group.members.length), wanted)
  const count = Math.max(...of) + 1
  const members = found.flatMap((group, g) => group.members.map(({ name, quote }) => ({ text: quote ?? name, group: of[g]! })))
  const vectors = matrixOf(found.flatMap((group) => Array.from({ length: group.vectors.count }, (_, n) => rowOf(group.vectors, n))))
  const names = nameGroups(members, vectors, centresOf(vectors, Int32Array.from(members.map((one) => one.group)), count))
  return { of, list: names.map((list, t) => ({ id: newId(), name: unused(list, found[of.indexOf(t)]!.members[0]!.name, taken) })) }
}

/** The best name that is still free. */
export function unused(candidates: readonly string[], otherwise: string, taken: Set<string>): string {
  const [first = otherwise, ...more] = candidates
  const name = [first, ...more, ...more.map((other) => `${first} and ${other.charAt(0).toLowerCase()}${other.slice(1)}`), otherwise].find((one) => !taken.has(one.toLowerCase()))
    ?? [...Array(1000).keys()].map((n) => `${first} ${n + 2}`).find((one) => !taken.has(one.toLowerCase()))!
  taken.add(name.toLowerCase())
  return name
}
