import { Pin, Plus } from 'lucide-react'
import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { SubthemeMenu } from '#web/pages/subthemes/subtheme-menu.tsx'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/badges.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'
import { CreateSubtheme } from './create-subtheme.tsx'

const maxSubthemes = 10

/** The subthemes of a theme, each with its corrections. */
export function SubthemesCard({ themeId }: { themeId: string }) {
  const { data } = useApiQuery('listSubthemes', { theme_id: themeId, limit: maxSubthemes })
  const [creating, setCreating] = useState(false)
  if (!data) return null
  const { total } = data.pagination
  return (
    <Card
      title={t('Subthemes')}
      flush
      actions={
        <>
          <Button op="createSubtheme" size="sm" variant="quiet" icon={Plus} onClick={() => setCreating(true)}>
            {t('New subtheme')}
          </Button>
          {total > 0 && (
            <CardLink to={paths.themes({ view: 'subthemes', theme: themeId })}>
              {t('All {count}', { count: formatNumber(total) })}
            </CardLink>
          )}
        </>
      }
    >
      {total === 0 && <p className="px-4 pb-3 text-sm text-faint">{t('No subthemes yet')}</p>}
      <ul className="pb-1">
        {data.data.map((one) => (
          <SubthemeRow key={one.id} subtheme={one} />
        ))}
      </ul>
      {creating && <CreateSubtheme themeId={themeId} onClose={() => setCreating(false)} />}
    </Card>
  )
}

const SubthemeRow = ({ subtheme }: { subtheme: ItemOf<'listSubthemes'> }) => (
  <li className="flex items-center gap-3 border-t border-line py-1 ps-4 pe-2 first:border-t-0">
    <Link to={paths.subtheme(subtheme.id)} className="min-w-0 flex-1 truncate text-sm font-medium hover:underline">
      {subtheme.name}
    </Link>
    {subtheme.pinned && <Pin role="img" aria-label={t('Pinned')} className="size-3.5 text-faint" />}
    <SentimentBar breakdown={subtheme.sentiment_breakdown} className="h-1.5 w-16" />
    <span className="w-8 text-end text-xs text-faint tabular-nums">{formatNumber(subtheme.insight_count)}</span>
    <SubthemeMenu subtheme={subtheme} />
  </li>
)
