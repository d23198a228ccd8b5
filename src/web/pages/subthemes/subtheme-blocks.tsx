import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Legend } from '#web/ui/charts/legend.tsx'
import { TrendChart } from '#web/ui/charts/trend-chart.tsx'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import { formatNumber } from '#web/ui/time.tsx'
import { sourceLabel } from '#web/labels.ts'
import { withKeys } from '#web/ui/with-keys.ts'

type Block = OutputOf<'getSubtheme'>['blocks'][number]

type BlockOf<T extends Block['type']> = Extract<Block, { type: T }>

/** The blocks of a generated page; unknown types and empty blocks are left out. */
export function SubthemeBlocks({ blocks }: { blocks: readonly Block[] }) {
  return withKeys(blocks, ({ type }) => type).map(([key, block]) => <BlockContent key={key} block={block} />)
}

function BlockContent({ block }: { block: Block }) {
  if ('items' in block && block.items.length === 0) return null
  switch (block.type) {
    case 'summary':
      return (
        <Card title={block.title}>
          <p className="text-base text-soft">{block.text}</p>
        </Card>
      )
    case 'key_points':
      return <KeyPoints items={block.items} />
    case 'quotes':
      return <Quotes items={block.items} />
    case 'timeline':
      return <Timeline items={block.items} />
    case 'sources':
      return <Sources items={block.items} />
    case 'segments':
      return <Segments items={block.items} />
    default:
      return null
  }
}

const KeyPoints = ({ items }: { items: BlockOf<'key_points'>['items'] }) => (
  <Card title={t('Key points')}>
    <ul className="grid list-disc gap-1.5 ps-4 text-sm marker:text-faint">
      {items.map((item) => (
        <li key={item.text}>
          {item.text}
          {item.insight_ids[0] && (
            <>
              {' '}
              <Link to={paths.insight(item.insight_ids[0])} className="text-xs text-accent-text hover:underline">
                {t('Example')}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  </Card>
)

const Quotes = ({ items }: { items: BlockOf<'quotes'>['items'] }) => (
  <Card title={t('Quotes')}>
    <ul className="grid gap-4">
      {items.map((item) => (
        <li key={item.insight_id}>
          <blockquote className="border-s-2 border-accent ps-3 text-base">“{item.text}”</blockquote>
          <p className="mt-1 flex items-center gap-3 ps-3.5 text-xs text-faint">
            {item.contact_name}
            <SentimentBadge sentiment={item.sentiment} />
            <Link to={paths.insight(item.insight_id)} className="text-accent-text hover:underline">
              {t('Open')}
            </Link>
          </p>
        </li>
      ))}
    </ul>
  </Card>
)

const Timeline = ({ items }: { items: BlockOf<'timeline'>['items'] }) => (
  <Card title={t('Over time')} actions={<Legend />}>
    <TrendChart
      data={items.map(({ period, ...breakdown }) => ({ period: `${period}-01`, ...breakdown }))}
      label={t('Sentiment by month')}
    />
  </Card>
)

const Sources = ({ items }: { items: BlockOf<'sources'>['items'] }) => (
  <Card title={t('Sources')}>
    <p className="flex flex-wrap gap-1.5">
      {items.map((item) => (
        <Chip key={item.source}>
          {sourceLabel(item.source)} {formatNumber(item.count)}
        </Chip>
      ))}
    </p>
  </Card>
)

const Segments = ({ items }: { items: BlockOf<'segments'>['items'] }) => (
  <Card title={t('Segments')}>
    <p className="flex flex-wrap gap-1.5">
      {items.map((item) => (
        <Link key={item.segment_id} to={paths.segment(item.segment_id)}>
          <Chip tone="accent">
            {item.name} {formatNumber(item.count)}
          </Chip>
        </Link>
      ))}
    </p>
  </Card>
)
