import { call } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { May } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { AddBox } from '#web/pages/add/add-box.tsx'
import { Promises } from '#web/pages/add/promises.tsx'
import { ProductParts } from '#web/pages/themes/product-parts.tsx'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'

/** Shown instead of the dashboard while there is no data: what one has, or the demo. */
export function Onboarding() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <May op="bulkFeedback">
        <AddBox onStored={() => void navigate(paths.add())} />
      </May>
      <Promises />
      <OtherStarts />
      <May op="createTheme">
        <ProductParts />
      </May>
    </div>
  )
}

function OtherStarts() {
  const { isAdmin } = useSession()
  const demo = useApiMutation('loadDemoData', {
    onSuccess: ({ org_id }) =>
      void call('switchOrganization', { org_id }).then(() => location.assign(paths.dashboard())),
  })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm text-faint">{t('Or:')}</span>
      {isAdmin && (
        <Button busy={demo.isPending} onClick={() => demo.mutate({})}>
          {t('Explore demo data')}
        </Button>
      )}
      <May op="createIntegration">
        <Link to={paths.integrations()} className={buttonClass()}>
          {t('Connect a source')}
        </Link>
      </May>
    </div>
  )
}
