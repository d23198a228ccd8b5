import { palette } from '#engine/palette.ts'
import { type Analysed, readAnalysed, readVectors } from './analysed.ts'
import { themes } from './content/themes.ts'
import { idAt } from './ids.ts'
import { type Found, stamped } from './rows.ts'
import type { Size } from './said.ts'

/* Themes and subthemes of the demo, and which insight stands where. */

const earliest = (all: readonly { at: Date }[]) => new Date(Math.min(...all.map((one) => one.at.getTime())))

/** For each insight the themes it has, by key: those given to it, else that of its subtheme, and whatever a definition claims. */
function keysOf(found: readonly Found[], analysed: Analysed | undefined): string[][] {
  const keys = found.map((one) => new Set<string>(one.themes))
  for (const { theme, members } of analysed?.subthemes ?? [])
    for (const n of members) if (found[n]!.themes.length === 0) keys[n]!.add(theme)
  for (const { insight, theme } of analysed?.steered ?? [])
    if (found[insight]!.themes.length === 0) keys[insight]!.add(theme)
  return keys.map((set) => [...set])
}

export function structureRows(found: readonly Found[], size: Size) {
  const analysed = size === 'full' ? readAnalysed() : undefined
  const keys = keysOf(found, analysed)
  const known = [
    ...themes.map((theme) => ({ ...theme, pinned: true, is_catch_all: false })),
    ...(analysed?.themes ?? []).map(({ name, is_catch_all }, n) => ({
      key: String(n),
      name,
      is_catch_all,
      color: palette[n % palette.length]!,
      notes: null,
      definition: null,
      pinned: false,
    })),
  ]
  const about = new Map(known.map(({ key }) => [key, found.filter((_, n) => keys[n]!.includes(key))]))
  // A theme is as old as its first insight.
  const theme = known
    .filter(({ key }) => about.get(key)!.length > 0)
    .map(({ key, ...rest }) => {
      const at = earliest(about.get(key)!)
      return {
        id: idAt(at, `theme/${key}`),
        ...rest,
        origin: 'auto',
        insight_count: about.get(key)!.length,
        key,
        ...stamped(at),
      }
    })
  const ids = new Map(theme.map(({ key, id }) => [key, id]))
  return {
    theme: theme.map(({ key: _, ...row }) => row),
    themeIds: keys.map((list) => list.map((key) => ids.get(key)!)),
    ...(analysed && subthemeRows(found, analysed, ids)),
  }
}

function subthemeRows(
  found: readonly Found[],
  { model, mean, subthemes }: Analysed,
  themeIds: ReadonlyMap<string, string>,
) {
  const subtheme = subthemes.map(({ name, description, theme, centre, members }) => {
    const at = earliest(members.map((n) => found[n]!))
    return {
      id: idAt(at, `subtheme/${name}`),
      theme_id: themeIds.get(theme)!,
      name,
      description,
      model,
      centre: `\\x${centre}`,
      ...stamped(at),
    }
  })
  const placed = subthemes.reduce((sum, { members }) => sum + members.length, 0)
  return {
    insight_vector: readVectors().map((vector, n) => ({
      insight_id: found[n]!.id,
      model,
      vector: `\\x${vector}`,
      clustered_at: found[n]!.at.toISOString(),
    })),
    embedding_space: [
      { model, mean: `\\x${mean}`, unclustered_count: found.length - placed, ...stamped(earliest(found)) },
    ],
    subtheme,
    subtheme_insight: subthemes.flatMap(({ members }, n) =>
      members.map((place) => ({ subtheme_id: subtheme[n]!.id, insight_id: found[place]!.id })),
    ),
  }
}
