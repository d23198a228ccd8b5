import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { show } from '#web/api/cache.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { prefer, usePreferences } from '#web/preferences.ts'
import { useSession } from '#web/shell/session.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Check, SelectField } from '#web/ui/field.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { toast } from '#web/ui/toast.tsx'

/** One's saved views, and which of them Earshot opens with. */
export function SavedViews() {
  const { data } = useRoute('listViews')
  const { home } = usePreferences()
  const { isAdmin } = useSession()
  const update = useCall('updateView', { optimistic: ({ viewId, ...change }) => show([viewId], change) })
  const restore = useCall('createView')
  const remove = useCall('deleteView')
  const views = data?.data ?? []
  return (
    <Card
      title={t('Saved views')}
      note={t('Save one with “Save view” on any list; it is that screen with its filters.')}
      flush
    >
      <div className="px-4 pb-4">
        <SelectField
          label={t('Begin with')}
          value={home}
          onChange={(event) => prefer({ home: event.target.value })}
          options={[
            { value: '/', label: t('Dashboard') },
            { value: '/inbox', label: t('Inbox') },
            ...views.filter(({ path }) => path !== '/inbox').map(({ path, name }) => ({ value: path, label: name })),
          ]}
        />
      </div>
      <ul>
        {views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2">
            <div className="min-w-40 flex-1">
              {view.mine ? (
                <InlineText
                  label={t('Name of the view')}
                  value={view.name}
                  maxLength={80}
                  className="text-sm font-medium"
                  onSave={(name) => update.mutate({ viewId: view.id, name })}
                />
              ) : (
                <p className="text-sm font-medium">
                  {view.name}{' '}
                  <span className="text-xs font-normal text-faint">
                    {t('shared by {name}', { name: view.user_name })}
                  </span>
                </p>
              )}
              <Link to={view.path} className="block truncate text-xs text-faint hover:underline">
                {view.path}
              </Link>
            </div>
            {view.mine && (
              <>
                <Check
                  label={t('In the sidebar')}
                  checked={view.pinned}
                  onChange={(pinned) => update.mutate({ viewId: view.id, pinned })}
                />
                <Check
                  label={t('Shared')}
                  checked={view.shared}
                  onChange={(shared) => update.mutate({ viewId: view.id, shared })}
                />
              </>
            )}
            {(view.mine || isAdmin) && (
              <IconButton
                label={t('Delete {name}', { name: view.name })}
                icon={<Trash2 className="size-3.5" />}
                onClick={() =>
                  remove.mutate(
                    { viewId: view.id },
                    {
                      onSuccess: () =>
                        toast({
                          title: t('The view is gone'),
                          action: {
                            label: t('Undo'),
                            run: () =>
                              restore.mutate({
                                name: view.name,
                                path: view.path,
                                pinned: view.pinned,
                                shared: view.shared,
                              }),
                          },
                        }),
                    },
                  )
                }
              />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
