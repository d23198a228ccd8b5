import { useNavigate } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Tabs } from '#web/ui/tabs.tsx'

export function PeopleTabs({ tab }: { tab: 'contacts' | 'segments' }) {
  const navigate = useNavigate()
  return (
    <Tabs
      label={t('People')}
      value={tab}
      onChange={(key) => void navigate({ to: key === 'contacts' ? paths.contacts : paths.segments })}
      tabs={[
        { key: 'contacts', label: t('Contacts') },
        { key: 'segments', label: t('Segments') },
      ]}
    />
  )
}
