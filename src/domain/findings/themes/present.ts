import type { Static } from 'typebox'
import type { ThemeDetail } from '#contract/resources/themes.ts'
import type { ReadCtx } from '#domain/context.ts'
import { notFound, throwMerged } from '#domain/errors.ts'
import { countSubthemes, findTheme, listThemeTallies, type ThemeDetailRow } from './queries.ts'
import { summarizeTallies } from './rules.ts'

export function requireTheme(theme: ThemeDetailRow | undefined): ThemeDetailRow {
  if (theme?.merged_into_id) throwMerged('theme', theme.merged_into_id)
  return theme ?? notFound('theme')
}

export const readTheme = async ({ db, org }: ReadCtx, id: string) => requireTheme(await findTheme(db, org, id))
export async function showTheme(ctx: ReadCtx, id: string): Promise<Static<typeof ThemeDetail>> {
  const theme = await readTheme(ctx, id)
  return {
    ...theme,
    ...summarizeTallies(await listThemeTallies(ctx.db, ctx.org, id)),
    subtheme_count: await countSubthemes(ctx.db, ctx.org, id),
  }
}
