import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Tabs } from '#web/ui/tabs.tsx'

export function PeopleTabs({ tab }: { tab: 'contacts' | 'accounts' | 'segments' }) {
  const navigate = useNavigate()
  return (
    <Tabs
      label={t('People')}
      value={tab}
      onChange={(key) => void navigate(paths[key]())}
      tabs={[
        { key: 'contacts', label: t('Contacts') },
        { key: 'accounts', label: t('Companies') },
        { key: 'segments', label: t('Segments') },
      ]}
    />
  )
}
