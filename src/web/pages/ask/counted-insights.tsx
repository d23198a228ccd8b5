import { useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

/** As many as the list takes at once. */
const maxShown = 100

/** What a count of the answer is made of, opened on demand. */
export function CountedInsights({ count, ids, period }: { count: number; ids: readonly string[]; period?: string }) {
  const [isOpen, setOpen] = useState(false)
  const query = useApiQuery('listInsights', { id: ids.slice(0, maxShown), limit: maxShown }, { enabled: isOpen })
  if (count === 0) return null
  const title = t('{count, one {# insight} other {# insights}} counted', { count })
  return (
    <Card
      title={period === undefined ? title : `${title}: ${period}`}
      actions={
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Hide') : t('Show all')}
        </Button>
      }
    >
      {isOpen && (
        <QueryState query={query}>
          {({ data }) => (
            <ul className="grid gap-1.5 text-sm">
              {data.map((insight) => (
                <li key={insight.id}>
                  <Link to={paths.insight(insight.id)} className="hover:underline">
                    {insight.quote ?? insight.name}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </QueryState>
      )}
    </Card>
  )
}
