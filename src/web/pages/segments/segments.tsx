import { useNavigate } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import type { In, ItemOf } from '#web/api/client.ts'
import { useCall } from '#web/api/hooks.ts'
import { problemOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useFilters } from '#web/search.ts'
import { ListPage } from '#web/shell/list-page.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-grid.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { FilterSelect } from '#web/ui/filters.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { optionsOf } from '#web/words.ts'
import { PeopleTabs } from './people-tabs.tsx'

type Segment = ItemOf<'listSegments'>
const names = ['q', 'kind']
export const kindWords = () => ({ rules: t('By rules'), manual: t('By hand') })

const Dot = ({ color }: { color: string }) => (
  <span aria-hidden className="size-2.5 shrink-0 rounded-full" style={{ background: color }} />
)
const columns = (): Column<Segment>[] => [
  {
    key: 'name',
    head: t('Segment'),
    width: '240px',
    sort: 'name',
    cell: (one) => (
      <span className="flex items-center gap-2.5">
        <Dot color={one.color} />
        <a
          href={paths.segment(one.id)}
          tabIndex={-1}
          onClick={(event) => event.preventDefault()}
          className="truncate font-medium"
        >
          {one.name}
        </a>
      </span>
    ),
  },
  {
    key: 'about',
    head: t('Who they are'),
    width: 'minmax(200px,1fr)',
    cell: (one) => <span className="truncate text-xs text-soft">{one.description}</span>,
  },
  { key: 'kind', head: t('Filled'), width: '110px', cell: (one) => <Chip>{kindWords()[one.kind]}</Chip> },
  { key: 'contacts', head: t('Contacts'), width: '90px', end: true, cell: (one) => numberOf(one.contact_count) },
  { key: 'insights', head: t('Insights'), width: '90px', end: true, cell: (one) => numberOf(one.insight_count) },
  { key: 'weight', head: t('Weight'), width: '80px', end: true, cell: (one) => `× ${numberOf(one.weight, 1)}` },
  {
    key: 'seen',
    head: t('Evaluated'),
    width: '100px',
    end: true,
    cell: (one) => one.last_evaluated_at && <TimeAgo at={one.last_evaluated_at} className="text-xs text-faint" />,
  },
]
const card = (one: Segment) => (
  <>
    <p className="flex items-center gap-2 text-sm font-medium">
      <Dot color={one.color} />
      {one.name}
      <span className="ms-auto text-xs font-normal text-faint tabular-nums">
        {t('{count, one {# contact} other {# contacts}}', { count: one.contact_count })}
      </span>
    </p>
    <p className="mt-1 line-clamp-2 text-xs text-soft">{one.description}</p>
  </>
)

export function Segments() {
  const [filters] = useFilters()
  const query = useMemo(
    () =>
      ({
        ...(filters.q && { q: filters.q }),
        ...(filters.kind && { kind: filters.kind }),
        ...(filters.sort && { sort: filters.sort }),
      }) as In<'listSegments'>,
    [filters],
  )
  return (
    <ListPage
      id="listSegments"
      title={t('Segments')}
      query={query}
      names={names}
      columns={columns}
      card={card}
      to={paths.segment}
      words={{ filter: t('Filter segments'), create: t('New segment'), several: t('segments') }}
      empty={{
        icon: <UsersRound />,
        title: t('No segments yet'),
        note: t(
          'A segment is a group of customers, by rules or by hand. It shows who is behind an insight and how much that counts.',
        ),
      }}
      before={<PeopleTabs tab="segments" />}
      filters={<FilterSelect name="kind" label={t('Filled')} options={optionsOf(kindWords())} />}
      exported={({ rules, ...row }) => ({ ...row, rules: rules && JSON.stringify(rules) })}
      creating={(close) => <CreateSegment onClose={close} />}
    />
  )
}

function CreateSegment({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useCall('createSegment', { onDone: ({ id }) => void navigate({ to: paths.segment(id) }) })
  return (
    <Dialog open onClose={onClose} title={t('New segment')}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const { name, description, kind, plan } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            string,
            string
          >
          const rules =
            kind === 'rules'
              ? { rules: { conditions: [{ field: 'plan' as const, op: 'eq' as const, value: plan || 'enterprise' }] } }
              : {}
          create.mutate({ name: name!, kind: kind as 'rules', ...(description && { description }), ...rules })
        }}
      >
        <TextField
          label={t('Name')}
          name="name"
          required
          autoFocus
          of={['createSegment', 'name']}
          problem={problemOf(create.error, 'name')}
        />
        <TextArea label={t('Who they are')} name="description" rows={2} of={['createSegment', 'description']} />
        <SelectField label={t('Filled')} name="kind" options={optionsOf(kindWords())} />
        <TextField
          label={t('Begin with the plan')}
          name="plan"
          maxLength={200}
          hint={t('The rules can be changed on the next screen; a segment filled by hand has none.')}
          placeholder="enterprise"
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={create.isPending}>
            {t('Create segment')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
