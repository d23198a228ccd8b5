import { Link } from '@tanstack/react-router'
import type { Out } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Legend, TrendChart } from '#web/ui/charts.tsx'
import { Chip, SentimentMark } from '#web/ui/marks.tsx'
import { numberOf } from '#web/ui/time.tsx'
import { sourceName } from '#web/words.ts'

type Block = Out<'getSubtheme'>['blocks'][number]

/** A text in parts; a part that this page does not know is left out. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return blocks.map((block, n) => <Part key={`${block.type}${n}`} block={block} />)
}

function Part({ block }: { block: Block }) {
  switch (block.type) {
    case 'summary':
      return (
        <Card title={block.title}>
          <p className="text-base text-soft">{block.text}</p>
        </Card>
      )
    case 'key_points':
      return block.items.length === 0 ? null : (
        <Card title={t('Key points')}>
          <ul className="grid list-disc gap-1.5 ps-4 text-sm marker:text-faint">
            {block.items.map((item) => (
              <li key={item.text}>
                {item.text}
                {item.insight_ids[0] && (
                  <>
                    {' '}
                    <Link to={paths.insight(item.insight_ids[0])} className="text-xs text-accent-text hover:underline">
                      {t('for example')}
                    </Link>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )
    case 'quotes':
      return block.items.length === 0 ? null : (
        <Card title={t('In their words')}>
          <ul className="grid gap-4">
            {block.items.map((item) => (
              <li key={item.insight_id}>
                <blockquote className="border-s-2 border-accent ps-3 text-base">“{item.text}”</blockquote>
                <p className="mt-1 flex items-center gap-3 ps-3.5 text-xs text-faint">
                  {item.contact_name}
                  <SentimentMark sentiment={item.sentiment} />
                  <Link to={paths.insight(item.insight_id)} className="text-accent-text hover:underline">
                    {t('Open')}
                  </Link>
                </p>
              </li>
            ))}
          </ul>
        </Card>
      )
    case 'timeline':
      return block.items.length === 0 ? null : (
        <Card title={t('Over time')} actions={<Legend />}>
          <TrendChart
            data={block.items.map(({ period, ...mix }) => ({ period: `${period}-01`, ...mix }))}
            label={t('Sentiment by month')}
          />
        </Card>
      )
    case 'sources':
      return block.items.length === 0 ? null : (
        <Card title={t('Where it was said')}>
          <p className="flex flex-wrap gap-1.5">
            {block.items.map((item) => (
              <Chip key={item.source}>
                {sourceName(item.source)} {numberOf(item.count)}
              </Chip>
            ))}
          </p>
        </Card>
      )
    case 'segments':
      return block.items.length === 0 ? null : (
        <Card title={t('Who says it')}>
          <p className="flex flex-wrap gap-1.5">
            {block.items.map((item) => (
              <Link key={item.segment_id} to={paths.segment(item.segment_id)}>
                <Chip tone="accent">
                  {item.name} {numberOf(item.count)}
                </Chip>
              </Link>
            ))}
          </p>
        </Card>
      )
    default:
      return null
  }
}
