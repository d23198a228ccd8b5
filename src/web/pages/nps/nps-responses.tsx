import type { ItemOf } from '#web/api/client.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { sourceLabel, toOptions } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { CompanyFilters, companyQuery } from '#web/shell/company-filters.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { CardRows } from '#web/ui/lists/card-rows.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { parseList, useFilters } from '#web/routes/use-filters.ts'
import { segmentQuery } from './nps-period.ts'

const tones = { PROMOTER: 'good', PASSIVE: 'plain', DETRACTOR: 'bad' } as const

const typeOptions = () => toOptions({ PROMOTER: t('Promoters'), PASSIVE: t('Passives'), DETRACTOR: t('Detractors') })

export function NpsResponses({ from }: { from: string }) {
  const [filters] = useFilters()
  const list = useApiList(
    'listNpsResponses',
    {
      occurred_after: from,
      ...segmentQuery(filters),
      ...companyQuery(filters),
      ...(filters.score && { score: parseList(filters.score)!.map(Number) }),
      ...(filters.type && { type: parseList(filters.type) as 'PROMOTER'[] }),
    },
    { limit: 30 },
  )
  return (
    <Card
      title={t('Responses')}
      flush
      actions={
        <>
          <CompanyFilters />
          <FilterSelect name="type" label={t('All groups')} options={typeOptions()} />
        </>
      }
    >
      <CardRows list={list}>{(response) => <ResponseRow key={response.id} response={response} />}</CardRows>
    </Card>
  )
}

type ResponseRowProps = { response: ItemOf<'listNpsResponses'> }

const ResponseRow = ({ response: { type, score, reason, contact, ...rest } }: ResponseRowProps) => (
  <li className="flex gap-3 border-t border-line px-4 py-2.5 first:border-t-0">
    <Chip tone={tones[type]}>{score}</Chip>
    <div className="min-w-0 flex-1">
      <p className="text-sm break-words">{reason ?? <span className="text-faint">{t('No reason given')}</span>}</p>
      <p className="text-xs text-faint">
        {contact && (
          <Link to={paths.contact(contact.id)} className="hover:underline">
            {contact.name ?? contact.email}
          </Link>
        )}{' '}
        · {sourceLabel(rest.source)} · <TimeAgo at={rest.responded_at} />
      </p>
    </div>
  </li>
)
