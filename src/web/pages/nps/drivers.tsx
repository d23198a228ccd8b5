import { Link } from '@tanstack/react-router'
import type { Out } from '#web/api/client.ts'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { numberOf } from '#web/ui/time.tsx'

const max = 8

/** Themes that come up more among those who are unhappy, or happy, than among everybody. */
export function Drivers({ from, segment }: { from: string; segment: { segment_id?: string } }) {
  const { data } = useRoute('getNpsDrivers', { from, ...segment }, { keep: true })
  return (
    <Card title={t('What drives it')} note={t('Share among those who give a reason, and among everybody')}>
      {data?.data.length === 0 && <p className="text-sm text-faint">{t('No theme stands out among the reasons.')}</p>}
      <table className="w-full text-sm">
        <tbody>
          {data?.data.slice(0, max).map((one) => (
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
                {t('{share} % against {baseline} %', {
                  share: numberOf(one.share, 1),
                  baseline: numberOf(one.baseline_share, 1),
                })}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

/** What to do about the score, each with somebody who says why. */
export function Advice({ report: { recommendations } }: { report: Out<'getNps'> }) {
  return (
    <Card title={t('What to do about it')}>
      {recommendations.length === 0 && <p className="text-sm text-faint">{t('Nothing stands out.')}</p>}
      <ul className="grid list-disc gap-1.5 ps-4 text-sm marker:text-faint">
        {recommendations.map(({ text, insight_ids: [example] }) => (
          <li key={text}>
            {text}
            {example && (
              <>
                {' '}
                <Link to={paths.insight(example)} className="text-xs text-accent-text hover:underline">
                  {t('for example')}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
