import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useFullPath } from '#web/routes/navigation.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, TextField } from '#web/ui/forms/field.tsx'
import { Popover } from '#web/ui/overlays/menu.tsx'
import { toastUndo } from '#web/toasts.ts'
import { Form } from '#web/ui/forms/form.tsx'

/** Saves the current URL as a view in the sidebar, or removes the view when it is saved already. */
export function SaveView() {
  const path = useFullPath()
  const { data } = useApiQuery('listViews')
  const saved = data?.data.find((view) => view.mine && view.path === path)
  const remove = useRemoveView(saved)
  if (!saved) return <SaveViewForm path={path} />
  return (
    <Button
      op="deleteView"
      size="sm"
      icon={Bookmark}
      iconClass="fill-accent stroke-accent"
      onClick={() => remove.mutate({ viewId: saved.id })}
    >
      <span className="max-sm:sr-only">{t('Remove view')}</span>
    </Button>
  )
}

type SavedView = { name: string; path: string; pinned: boolean; shared: boolean }

function useRemoveView(saved: SavedView | undefined) {
  const restore = useApiMutation('createView')
  return useApiMutation('deleteView', {
    onSuccess: () =>
      saved &&
      toastUndo(t('View removed'), () =>
        restore.mutate({ name: saved.name, path: saved.path, pinned: saved.pinned, shared: saved.shared }),
      ),
  })
}

function SaveViewForm({ path }: { path: string }) {
  const [open, setOpen] = useState(false)
  const [shared, setShared] = useState(false)
  const create = useApiMutation('createView', {
    onSuccess: () => setOpen(false),
    successMessage: t('View saved to the sidebar'),
  })
  return (
    <Popover
      label={t('Save view')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button op="createView" size="sm" icon={Bookmark}>
          <span className="max-sm:sr-only">{t('Save view')}</span>
        </Button>
      }
    >
      <Form className="grid gap-3 p-3" onSubmit={(values) => create.mutate({ name: values.name!, path, shared })}>
        <TextField label={t('Name of the view')} name="name" required autoFocus limitsFrom={['createView', 'name']} />
        <Checkbox label={t('Share with everyone')} checked={shared} onChange={setShared} />
        <Button type="submit" variant="primary" busy={create.isPending}>
          {t('Save')}
        </Button>
      </Form>
    </Popover>
  )
}
