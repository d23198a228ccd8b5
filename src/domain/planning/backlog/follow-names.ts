import { updateTitles } from '#domain/planning/opportunities/queries-pipeline.ts'
import { isGeneratedTitle, isTitleOfTheme, titleOfSubtheme, titleOfTheme } from '#engine/naming/opportunity-title.ts'
import { slugOf } from '#engine/slug.ts'
import type { Db } from '#store/open.ts'
import { listNamedSources, type NamedSource } from './queries-sources.ts'

/*
 * Titles of opportunities follow the name of their subtheme or theme, while they are as the analysis makes them: the
 * one that the slug was made of, or a subject and the wording of what is said of it. A person has written the others.
 */

export type Renamed = { id: string; title: string; previous: string }

export async function followNames(db: Db, org: string, language: string): Promise<Renamed[]> {
  const renamed = (await listNamedSources(db, org)).flatMap((one) => {
    const title = titleOf(one, language)
    return title !== one.title && isGiven(one) ? [{ id: one.id, title, previous: one.title }] : []
  })
  if (renamed.length > 0) await updateTitles(db, org, renamed)
  return renamed
}

const isGiven = ({ id, title, slug, aspect }: NamedSource) =>
  slug === slugOf(title, id) || isGeneratedTitle(title, aspect)

/** The same where it is one of the name in another language: that of most texts can change with every import. */
function titleOf(one: NamedSource, language: string): string {
  if (one.source_type === 'subtheme') {
    const isKept = one.name === one.subject && isTitleOfTheme(one.title, one.name)
    return isKept ? one.title : titleOfSubtheme(one, language)
  }
  return isTitleOfTheme(one.title, one.name) ? one.title : titleOfTheme(one.name, one.category, language)
}
