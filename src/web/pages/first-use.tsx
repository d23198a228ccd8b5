import { useNavigate } from '@tanstack/react-router'
import { LayoutDashboard } from 'lucide-react'
import { call } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/shell/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyFirst } from '#web/ui/states.tsx'
import { Checklist } from './checklist.tsx'

/** Before anything was said there is nothing to draw: what to do first, and a look at how it will be. */
export function FirstUse() {
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const demo = useCall('loadDemoData', {
    onDone: ({ org_id }) => void call('switchOrganization', { org_id }).then(() => location.assign(paths.dashboard)),
  })
  return (
    <div className="grid gap-4">
      <Checklist />
      <EmptyFirst
        icon={<LayoutDashboard />}
        title={t('Nothing to show yet')}
        note={t(
          'As soon as feedback arrives you see here what people talk about, how they feel about it and what changes.',
        )}
        actions={
          <>
            <Button look="primary" onClick={() => void navigate({ to: paths.data })}>
              {t('Upload a CSV')}
            </Button>
            <Button onClick={() => void navigate({ to: paths.integrations })}>{t('Connect a source')}</Button>
            {isAdmin && (
              <Button look="quiet" busy={demo.isPending} onClick={() => demo.mutate({})}>
                {t('Explore demo data')}
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}
