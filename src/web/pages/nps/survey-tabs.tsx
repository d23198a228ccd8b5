import { hasRoute } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { Tabs } from '#web/ui/tabs.tsx'

export function SurveyTabs({ tab }: { tab: 'nps' | 'surveys' }) {
  const navigate = useNavigate()
  const tabs = [
    { key: 'nps', label: 'NPS' } as const,
    ...(hasRoute('listSurveys') ? [{ key: 'surveys', label: t('Surveys') } as const] : []),
  ]
  return (
    <Tabs<'nps' | 'surveys'>
      label={t('Surveys & NPS')}
      value={tab}
      onChange={(key) => void navigate(paths[key]())}
      tabs={tabs}
    />
  )
}
