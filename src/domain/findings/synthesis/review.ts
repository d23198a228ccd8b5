import { nameGroups, phrasesOf } from '#engine/names/group-names.ts'
import { cluster, mergeUp } from '#engine/themes/cluster.ts'
import { centresOf, membersOf } from '#engine/themes/communities.ts'
import { centred, closeness, type Matrix, matrixOf, rowOf } from '#engine/themes/vectors.ts'
import type { Theme } from './read.ts'
import { unused } from './new-themes.ts'

/* A new look at everything, as if nothing had been put in order yet. Where it sees other themes than there are, it only says so. */

export type Member = { subtheme: string; theme: string; text: string; vector: Float32Array }
export type Proposal = {
  kind: 'merge' | 'split' | 'rename'
  theme: string
  other: string | null
  subthemes: string[]
  name: string | null
  reason: string
  insights: number
}

/** In a smaller theme chance decides. */
const min = 8
const mostOfIt = 0.6
const partOfIt = 0.25
const near = 0.35
const apart = 0.45
const maxThemes = 16

type Look = { themes: Theme[]; members: readonly Member[]; group: Int32Array; around: Matrix; groups: number }

export async function review(
  mean: Float32Array,
  themes: readonly Theme[],
  members: readonly Member[],
): Promise<Proposal[]> {
  const known = themes.filter(({ id }) => members.filter((one) => one.theme === id).length >= min)
  if (known.length === 0) return []
  const vectors = matrixOf(members.map((one) => one.vector))
  const around = centred(vectors, mean)
  const { labels, groups } = await cluster(vectors)
  const sizes = membersOf(labels, groups).map((places) => places.length)
  const up = mergeUp(centresOf(around, labels, groups), sizes, Math.min(maxThemes, Math.max(4, themes.length)))
  const look: Look = {
    themes: known,
    members,
    around,
    group: labels.map((label) => up[label]!),
    groups: Math.max(...up) + 1,
  }
  const found = [...merges(look), ...splits(look, themes), ...renames(look, themes)]
  // One thing at a time: what is to be merged is not renamed as well.
  const spoken = new Set<string>()
  return found.filter(({ theme, other }) => {
    const free = !spoken.has(theme) && !(other && spoken.has(other))
    spoken.add(theme)
    if (other) spoken.add(other)
    return free
  })
}

const placesOf = ({ members }: Look, theme: string) => [...members.keys()].filter((n) => members[n]!.theme === theme)

function sharesOf(look: Look, theme: string): { size: number; counts: number[] } {
  const counts = Array<number>(look.groups).fill(0)
  const places = placesOf(look, theme)
  for (const n of places) counts[look.group[n]!]! += 1
  return { size: places.length, counts }
}

function centreOf({ around }: Look, places: readonly number[]): Float32Array {
  const part = matrixOf(
    places.map((n) => rowOf(around, n)),
    around.width,
  )
  return rowOf(centresOf(part, new Int32Array(places.length), 1), 0)
}

/** Themes most of which fall together. A theme that a person edited takes others in and is never taken in; what has nothing in common takes nothing in. */
function merges(look: Look): Proposal[] {
  const shares = look.themes.map((theme) => ({ theme, ...sharesOf(look, theme.id) }))
  return Array.from({ length: look.groups }, (_, g) => g).flatMap((g) => {
    const here = shares
      .filter(({ counts, size }) => counts[g]! >= mostOfIt * size)
      .sort(
        (a, b) =>
          Number(a.theme.is_catch_all) - Number(b.theme.is_catch_all) ||
          Number(b.theme.pinned) - Number(a.theme.pinned) ||
          b.size - a.size,
      )
    const [first, ...others] = here
    return first
      ? others
          .filter((other) => !other.theme.pinned && isNear(look, first.theme.id, other.theme.id))
          .map((other): Proposal => ({
            kind: 'merge',
            theme: first.theme.id,
            other: other.theme.id,
            subthemes: [],
            name: null,
            insights: first.size + other.size,
            reason: `${first.counts[g]} of ${first.size} insights of “${first.theme.name}” and ${other.counts[g]} of ${other.size} of “${other.theme.name}” fall together.`,
          }))
      : []
  })
}

const isNear = (look: Look, a: string, b: string) =>
  closeness(centreOf(look, placesOf(look, a)), centreOf(look, placesOf(look, b))) >= near

/** A theme of two parts that stand apart: the smaller part, as far as whole subthemes go, would be a theme of its own. */
function splits(look: Look, all: readonly Theme[]): Proposal[] {
  return look.themes
    .filter((theme) => !theme.pinned)
    .flatMap((theme) => {
      const { size, counts } = sharesOf(look, theme.id)
      const parts = counts
        .map((count, g) => ({ count, g }))
        .filter(({ count }) => count >= Math.max(min, partOfIt * size))
        .sort((a, b) => b.count - a.count)
      if (parts.length < 2) return []
      const leaving = subthemesIn(look, theme.id, parts[1]!.g)
      const places = placesOf(look, theme.id)
      const [gone, stay] = [
        places.filter((n) => leaving.has(look.members[n]!.subtheme)),
        places.filter((n) => !leaving.has(look.members[n]!.subtheme)),
      ]
      if (gone.length < min || stay.length < min || closeness(centreOf(look, gone), centreOf(look, stay)) > apart)
        return []
      const named = look.members.map((one, n) => ({ text: one.text, group: gone.includes(n) ? 0 : 1 }))
      const [name] = nameGroups(
        named,
        look.around,
        centresOf(
          look.around,
          Int32Array.from(named, (one) => one.group),
          2,
        ),
        { isTheme: true },
      )
      // What has no name of its own is no theme.
      if (name!.is_catch_all) return []
      const free = unused(
        name!.names,
        look.members[gone[0]!]!.text.slice(0, 60),
        new Set(all.map((one) => one.name.toLowerCase())),
      )
      return [
        {
          kind: 'split',
          theme: theme.id,
          other: null,
          subthemes: [...leaving],
          name: free,
          insights: gone.length,
          reason: `${gone.length} of ${size} insights of “${theme.name}” stand apart from the others.`,
        } satisfies Proposal,
      ]
    })
}

function subthemesIn(look: Look, theme: string, group: number): Set<string> {
  const counts = new Map<string, { inside: number; all: number }>()
  for (const n of placesOf(look, theme)) {
    const one = counts.get(look.members[n]!.subtheme) ?? { inside: 0, all: 0 }
    counts.set(look.members[n]!.subtheme, { inside: one.inside + (look.group[n] === group ? 1 : 0), all: one.all + 1 })
  }
  return new Set([...counts].filter(([, { inside, all }]) => inside * 2 > all).map(([id]) => id))
}

const candidates = 5

/** A name that hardly anybody in the theme says any more; what has nothing in common has no better one. */
function renames(look: Look, all: readonly Theme[]): Proposal[] {
  const own = look.themes.filter((theme) => !theme.pinned && !theme.is_catch_all && theme.origin === 'auto')
  const place = new Map(look.themes.map(({ id }, n) => [id, n]))
  const others = look.themes.length
  const groups = look.members.map(({ theme }) => place.get(theme) ?? others)
  const names = nameGroups(
    look.members.map(({ text }, n) => ({ text, group: groups[n]! })),
    look.around,
    centresOf(look.around, Int32Array.from(groups), others + 1),
    { max: candidates, isTheme: true },
  )
  const taken = new Set(all.map((one) => one.name.toLowerCase()))
  return own.flatMap((theme) => {
    const places = placesOf(look, theme.id)
    const said = (name: string) =>
      places.filter((n) =>
        phrasesOf(look.members[n]!.text).has(
          [...phrasesOf(name).keys()].sort((a, b) => b.length - a.length)[0] ?? name,
        ),
      ).length
    const named = names[place.get(theme.id)!]!
    const best = named.names.find((name) => !taken.has(name.toLowerCase()))
    if (named.is_catch_all || !best || said(best) < Math.max(3, 4 * said(theme.name))) return []
    const reason = `“${best}” stands in ${said(best)} of ${places.length} insights, “${theme.name}” in ${said(theme.name)}.`
    return [
      {
        kind: 'rename',
        theme: theme.id,
        other: null,
        subthemes: [],
        name: best,
        insights: places.length,
        reason,
      } satisfies Proposal,
    ]
  })
}
