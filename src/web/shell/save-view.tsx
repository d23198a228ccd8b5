import { useRouterState } from '@tanstack/react-router'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Check, TextField } from '#web/ui/field.tsx'
import { Popover } from '#web/ui/menu.tsx'
import { toast } from '#web/ui/toast.tsx'

/** The current address under a name, pinned to the sidebar; or, when it is one already, the way to be rid of it. */
export function SaveView() {
  const [open, setOpen] = useState(false)
  const [shared, setShared] = useState(false)
  const path = useRouterState({ select: ({ location: { pathname, searchStr } }) => pathname + searchStr })
  const { data } = useRoute('listViews')
  const saved = data?.data.find((view) => view.mine && view.path === path)
  const create = useCall('createView', { onDone: () => setOpen(false), said: t('The view is in the sidebar') })
  const restore = useCall('createView')
  const remove = useCall('deleteView', {
    onDone: () =>
      saved &&
      toast({
        title: t('The view is gone'),
        action: {
          label: t('Undo'),
          run: () => restore.mutate({ name: saved.name, path: saved.path, pinned: saved.pinned, shared: saved.shared }),
        },
      }),
  })
  if (saved)
    return (
      <Button
        size="sm"
        icon={<Bookmark className="size-3.5 fill-accent stroke-accent" />}
        onClick={() => remove.mutate({ viewId: saved.id })}
      >
        <span className="max-sm:sr-only">{t('Remove view')}</span>
      </Button>
    )
  return (
    <Popover
      label={t('Save view')}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<Bookmark className="size-3.5" />}>
          <span className="max-sm:sr-only">{t('Save view')}</span>
        </Button>
      }
    >
      <form
        className="grid gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ name: String(new FormData(event.currentTarget).get('name')), path, shared })
        }}
      >
        <TextField label={t('Name of the view')} name="name" required autoFocus of={['createView', 'name']} />
        <Check label={t('Share with everybody here')} checked={shared} onChange={setShared} />
        <Button type="submit" look="primary" busy={create.isPending}>
          {t('Save')}
        </Button>
      </form>
    </Popover>
  )
}
