import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { formatPct } from '#web/ui/time.tsx'

const maxDrivers = 8

/** Themes that detractors or promoters mention more often than all respondents. */
export function Drivers({ from, segment }: { from: string; segment: { segment_id?: string } }) {
  const { data } = useApiQuery('getNpsDrivers', { from, ...segment }, { keepPrevious: true })
  return (
    <Card title={t('Drivers')} note={t('Share in the group compared with all respondents')}>
      {data?.data.length === 0 && <p className="text-sm text-faint">{t('No drivers found.')}</p>}
      <table className="w-full text-sm">
        <tbody>
          {data?.data.slice(0, maxDrivers).map((one) => (
            <tr key={`${one.theme_id}${one.group}`} className="border-t border-line first:border-t-0">
              <th scope="row" className="py-1.5 text-start font-normal">
                <Link to={paths.theme(one.theme_id)} className="hover:underline">
                  {one.name}
                </Link>
              </th>
              <td>
                <Chip tone={one.group === 'DETRACTOR' ? 'bad' : 'good'}>
                  {one.group === 'DETRACTOR' ? t('Detractors') : t('Promoters')}
                </Chip>
              </td>
              <td className="text-end text-xs text-faint tabular-nums">
                {t('{share} vs {baseline}', {
                  share: formatPct(one.share, 1),
                  baseline: formatPct(one.baseline_share, 1),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** Recommendations, each with an example insight. */
export function Recommendations({ report: { recommendations } }: { report: OutputOf<'getNps'> }) {
  return (
    <Card title={t('Recommendations')}>
      {recommendations.length === 0 && <p className="text-sm text-faint">{t('No recommendations yet.')}</p>}
      <ul className="grid list-disc gap-1.5 ps-4 text-sm marker:text-faint">
        {recommendations.map(({ text, insight_ids: [example] }) => (
          <li key={text}>
            {text}
            {example && (
              <>
                {' '}
                <Link to={paths.insight(example)} className="text-xs text-accent-text hover:underline">
                  {t('example')}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
