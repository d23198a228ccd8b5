import { t } from '#web/i18n/t.ts'
import { Page } from '#web/shell/page.tsx'

export function Dashboard() {
  return <Page title={t('Dashboard')}><p>…</p></Page>
}
