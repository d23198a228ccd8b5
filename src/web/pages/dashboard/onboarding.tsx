import { LayoutDashboard } from 'lucide-react'
import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { ProductParts } from '#web/pages/themes/product-parts.tsx'
import { Checklist } from './checklist.tsx'

/** Shown instead of the dashboard while there is no data: the first steps and the demo. */
export function Onboarding() {
  const navigate = useNavigate()
  const { isAdmin } = useSession()
  const demo = useApiMutation('loadDemoData', {
    onSuccess: ({ org_id }) =>
      void call('switchOrganization', { org_id }).then(() => location.assign(paths.dashboard())),
  })
  return (
    <div className="grid gap-4">
      <Checklist />
      <EmptyState
        icon={<LayoutDashboard />}
        title={t('No data yet')}
        note={t('Once feedback arrives, this page shows its topics, sentiment and trends.')}
        actions={
          <>
            <Button variant="primary" onClick={() => void navigate(paths.uploads())}>
              {t('Upload a CSV')}
            </Button>
            <Button onClick={() => void navigate(paths.integrations())}>{t('Connect a source')}</Button>
            {isAdmin && (
              <Button variant="quiet" busy={demo.isPending} onClick={() => demo.mutate({})}>
                {t('Explore demo data')}
              </Button>
            )}
          </>
        }
      />
      <ProductParts />
    </div>
  )
}
