import type { LucideIcon } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { selectedChoice, useFilters } from '#web/routes/use-filters.ts'

/** Chooses how a list is shown; the URL says which view, the first one is the default. */
export function ViewTabs<V extends string>({ views }: { views: Record<V, { label: string; icon: LucideIcon }> }) {
  const [filters, setFilters] = useFilters()
  const keys = Object.keys(views) as V[]
  return (
    <Tabs<V>
      label={t('View')}
      value={selectedChoice(keys, filters.view)}
      onChange={(view) => setFilters({ view: view === keys[0] ? undefined : view })}
      tabs={keys.map((key) => {
        const { label, icon: Icon } = views[key]
        return { key, label, icon: <Icon className="size-3.5" /> }
      })}
    />
  )
}
