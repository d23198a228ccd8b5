import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

type Key = 'uploads' | 'integrations' | 'jobs' | 'changes'

const tabs = () => [
  { key: 'uploads' as const, label: t('CSV uploads') },
  { key: 'integrations' as const, label: t('Integrations') },
  { key: 'jobs' as const, label: t('Jobs') },
  { key: 'changes' as const, label: t('Proposed changes') },
]

type TabsProps = { tab: Key; hasFilters?: boolean }

/** The data pages: uploads, integrations, jobs and proposed changes. */
export function DataTabs({ tab, hasFilters = false }: TabsProps) {
  const navigate = useNavigate()
  return (
    <>
      <Tabs<Key> label={t('Data')} value={tab} onChange={(key) => void navigate(paths[key]())} tabs={tabs()} />
      {hasFilters && <span className="h-4 w-px bg-line" />}
    </>
  )
}

type Props = { tab: Key; toolbar?: ReactNode; fill?: boolean; children: ReactNode }

/** The frame of a data page. */
export const DataPage = ({ tab, toolbar, fill = true, children }: Props) => (
  <Page
    title={t('Data')}
    fill={fill}
    toolbar={
      <>
        <DataTabs tab={tab} hasFilters={toolbar !== undefined} />
        {toolbar}
      </>
    }
  >
    {children}
  </Page>
)
