import { call } from '#web/api/client.ts'

type Named = { id: string; name: string }
type Merged = {
  /** What can be undone; null if nothing can. */
  applicationId: string | null
  movedCount: number
}

/** As many as a document of themes takes. */
const maxThemes = 500

/** Merges a theme into another one; as a change of the document of all themes where it can be, which can be undone. */
export async function mergeTheme(source: Named, target: Named): Promise<Merged> {
  const document = await documentOfMerge(source, target)
  const plan = document && (await call('planTaxonomy', document))
  // Another theme that was made meanwhile would be removed by the document.
  const isMergeAlone = plan?.changes.every(({ action, subtheme }) => subtheme !== null || action === 'merge')
  if (!document || !plan || !isMergeAlone) {
    const merged = await call('mergeThemes', { themeId: target.id, source_theme_ids: [source.id] })
    return { applicationId: null, movedCount: merged.moved_insight_count }
  }
  const applied = await call('applyTaxonomy', { ...document, plan: plan.plan_id })
  return { applicationId: applied.application_id, movedCount: applied.moved_insight_count }
}

async function documentOfMerge(source: Named, target: Named) {
  const { themes } = await call('getTaxonomy', {})
  const isInDocument = ({ id }: Named) => themes.some((one) => one.id === id)
  // Archived themes are not in the document.
  if (themes.length > maxThemes || !isInDocument(source) || !isInDocument(target)) return undefined
  const rest = themes.filter(({ id }) => id !== source.id)
  return {
    themes: rest.map(({ id, name, merged }) => ({
      id,
      name,
      ...(id === target.id && { merged: [...merged, source.name] }),
    })),
  }
}
