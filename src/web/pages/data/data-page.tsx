import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Page } from '#web/shell/page.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

type Key = 'uploads' | 'integrations' | 'jobs' | 'changes'

const tabs = () => [
  { key: 'uploads' as const, label: t('CSV uploads') },
  { key: 'integrations' as const, label: t('Integrations') },
  { key: 'jobs' as const, label: t('Jobs') },
  { key: 'changes' as const, label: t('Proposed changes') },
]

/** The frame of the data pages: uploads, integrations, jobs and proposed changes. */
export function DataPage({
  tab,
  toolbar,
  actions,
  fill = true,
  children,
}: {
  tab: Key
  toolbar?: ReactNode
  actions?: ReactNode
  fill?: boolean
  children: ReactNode
}) {
  const navigate = useNavigate()
  return (
    <Page
      title={t('Data')}
      fill={fill}
      actions={actions}
      toolbar={
        <>
          <Tabs<Key>
            label={t('Data')}
            value={tab}
            onChange={(key) => void navigate({ to: `/data/${key}` })}
            tabs={tabs()}
          />
          {toolbar && <span className="h-4 w-px bg-line" />}
          {toolbar}
        </>
      }
    >
      {children}
    </Page>
  )
}
