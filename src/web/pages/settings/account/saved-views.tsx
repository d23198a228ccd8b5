import { Trash2 } from 'lucide-react'
import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { setPreferences, usePreferences } from '#web/preferences.ts'
import { Link } from '#web/routes/link.tsx'
import { paths, storedPath } from '#web/routes/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, SelectField } from '#web/ui/forms/field.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { toastUndo } from '#web/toasts.ts'
import { MayEdit } from '#web/api/may.tsx'

type View = OutputOf<'listViews'>['data'][number]

/** The saved views, and which page the app opens with. */
export function SavedViews() {
  const { data } = useApiQuery('listViews')
  const views = data?.data ?? []
  return (
    <Card title={t('Saved views')} note={t('Use “Save view” on any list to save the page and its filters.')} flush>
      <div className="px-4 pb-4">
        <StartPageSelect views={views} />
      </div>
      <ul>
        {views.map((view) => (
          <ViewRow key={view.id} view={view} />
        ))}
      </ul>
    </Card>
  )
}

function StartPageSelect({ views }: { views: readonly View[] }) {
  const { home } = usePreferences()
  return (
    <SelectField
      label={t('Start page')}
      value={home}
      onChange={(event) => setPreferences({ home: event.target.value })}
      options={[
        { value: paths.dashboard(), label: t('Dashboard') },
        { value: paths.inbox(), label: t('Inbox') },
        ...views.filter(({ path }) => path !== paths.inbox()).map(({ path, name }) => ({ value: path, label: name })),
      ]}
    />
  )
}

function ViewRow({ view }: { view: View }) {
  const { isAdmin } = useSession()
  const update = useApiMutation('updateView', {
    optimistic: ({ viewId, ...change }) => patchCache([viewId], change),
  })
  const set = (change: { name?: string; pinned?: boolean; shared?: boolean }) =>
    update.mutate({ viewId: view.id, ...change })
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2">
      <div className="min-w-40 flex-1">
        <ViewName view={view} onRename={(name) => set({ name })} />
        <Link to={storedPath(view.path)} className="block truncate text-xs text-faint hover:underline">
          {view.path}
        </Link>
      </div>
      {view.mine && (
        <MayEdit op="updateView">
          <Checkbox label={t('Show in sidebar')} checked={view.pinned} onChange={(pinned) => set({ pinned })} />
          <Checkbox label={t('Shared')} checked={view.shared} onChange={(shared) => set({ shared })} />
        </MayEdit>
      )}
      {(view.mine || isAdmin) && <DeleteViewButton view={view} />}
    </li>
  )
}

function ViewName({ view, onRename }: { view: View; onRename: (name: string) => void }) {
  if (view.mine)
    return (
      <InlineText
        op="updateView"
        label={t('Name of the view')}
        value={view.name}
        maxLength={80}
        className="text-sm font-medium"
        onSave={onRename}
      />
    )
  return (
    <p className="text-sm font-medium">
      {view.name}{' '}
      <span className="text-xs font-normal text-faint">{t('shared by {name}', { name: view.user_name })}</span>
    </p>
  )
}

function DeleteViewButton({ view: { id, name, path, pinned, shared } }: { view: View }) {
  const restore = useApiMutation('createView')
  const remove = useApiMutation('deleteView', {
    onSuccess: () => toastUndo(t('View removed'), () => restore.mutate({ name, path, pinned, shared })),
  })
  return (
    <IconButton
      label={t('Delete {name}', { name })}
      icon={Trash2}
      op="deleteView"
      onClick={() => remove.mutate({ viewId: id })}
    />
  )
}
