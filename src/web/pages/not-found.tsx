import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { NotFound } from '#web/ui/states.tsx'

export function NotFoundPage() {
  return (
    <Page title={t('Not found')}>
      <NotFound
        what={t('page')}
        actions={
          <Link to={paths.dashboard()} className={buttonClass()}>
            {t('Go to the dashboard')}
          </Link>
        }
      />
    </Page>
  )
}
