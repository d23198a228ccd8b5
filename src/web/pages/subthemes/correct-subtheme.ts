import { invalidateAll } from '#web/api/cache.ts'
import { call, type ItemOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { t } from '#web/i18n/t.ts'
import { offerLookalikes } from '#web/shell/lookalikes/offer.ts'
import { toast, toastUndo } from '#web/toasts.ts'

/* Corrections of a subtheme, each with its undo. */

export type CorrectedSubtheme = Pick<
  ItemOf<'listSubthemes'>,
  'id' | 'name' | 'pinned' | 'theme_id' | 'theme_name' | 'insight_count'
>

async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    toast({ tone: 'bad', title: errorMessage(error) })
    return false
  } finally {
    invalidateAll()
  }
}

async function correct(title: string, work: () => Promise<unknown>, undo: () => Promise<unknown>): Promise<boolean> {
  const isDone = await attempt(work)
  if (isDone) toastUndo(title, () => void attempt(undo))
  return isDone
}

type Change = { name?: string; pinned?: boolean; theme_id?: string }
const update = (subthemeId: string, change: Change) => call('updateSubtheme', { subthemeId, ...change })
const restore = (subthemeId: string) => call('restoreSubtheme', { subthemeId })

export const renameSubtheme = ({ id, name: before, pinned }: CorrectedSubtheme, name: string) =>
  correct(
    t('Renamed to {name}', { name }),
    () => update(id, { name }),
    () => update(id, { name: before, pinned }),
  )

export const pinSubtheme = ({ id, name, pinned }: CorrectedSubtheme) =>
  correct(
    pinned ? t('{name} is no longer pinned', { name }) : t('{name} pinned', { name }),
    () => update(id, { pinned: !pinned }),
    () => update(id, { pinned }),
  )

export const moveSubtheme = ({ id, name, pinned, theme_id }: CorrectedSubtheme, theme: { id: string; name: string }) =>
  correct(
    t('{name} moved to {theme}', { name, theme: theme.name }),
    () => update(id, { theme_id: theme.id }),
    () => update(id, { theme_id, pinned }),
  )

export const dissolveSubtheme = ({ id, name }: CorrectedSubtheme) =>
  correct(
    t('{name} dissolved; its insights stay in the theme', { name }),
    () => call('dissolveSubtheme', { subthemeId: id }),
    () => restore(id),
  )

export const mergeSubtheme = ({ id, name }: CorrectedSubtheme, target: CorrectedSubtheme) =>
  correct(
    t('{name} merged into {target}', { name, target: target.name }),
    () => call('mergeSubthemes', { subthemeId: target.id, source_subtheme_ids: [id] }),
    async () => {
      await restore(id)
      await update(target.id, { pinned: target.pinned })
    },
  )

/** As many ids as one request takes. */
export const maxSplit = 100

export async function splitSubtheme(subtheme: CorrectedSubtheme, name: string, insight_ids: string[]) {
  const { id, pinned, theme_id, theme_name } = subtheme
  let part: string | undefined
  const isDone = await correct(
    t('{count, one {# insight} other {# insights}} split off as {name}', { count: insight_ids.length, name }),
    async () => (part = (await call('splitSubtheme', { subthemeId: id, name, insight_ids })).id),
    async () => {
      await call('mergeSubthemes', { subthemeId: id, source_subtheme_ids: [part!] })
      await update(id, { pinned })
    },
  )
  const theme = { id: theme_id, name: theme_name }
  if (isDone) void offerLookalikes({ theme, subtheme: { id: part!, name } }, insight_ids)
  return isDone
}
