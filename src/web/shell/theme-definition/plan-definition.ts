import { call, type InputOf, type OutputOf } from '#web/api/client.ts'

/* What a theme is said to hold, and what a change of it would move: as the document of all themes, with one changed. */

export type PlannedThemes = OutputOf<'planTaxonomy'>
export type ThemeDefinition = { definition: string | null; belongs: string[]; does_not_belong: string[] }
type Themes = InputOf<'planTaxonomy'>['themes']

/** One statement per line. */
export const statementsOf = (lines: string | undefined): string[] => [
  ...new Set(
    (lines ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

async function documentWith(themeId: string, change: ThemeDefinition): Promise<Themes> {
  const { themes } = await call('getTaxonomy', {})
  return themes.map(({ id, name }) => ({ id, name, ...(id === themeId && change) }))
}

export const planDefinition = async (themeId: string, change: ThemeDefinition): Promise<PlannedThemes> =>
  call('planTaxonomy', { themes: await documentWith(themeId, change) })

/** Refused if other insights than those of the plan would move. */
export const applyDefinition = async (
  themeId: string,
  { change, plan }: { change: ThemeDefinition; plan: PlannedThemes },
) => call('applyTaxonomy', { themes: await documentWith(themeId, change), plan: plan.plan_id })
