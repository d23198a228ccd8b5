import type { OutputOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { Card } from '#web/ui/card.tsx'
import { SentimentBadge } from '#web/ui/badges.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

const isWeb = (url: string | null): url is string => url !== null && /^https?:\/\//.test(url)

/** Public quotes, linked to their source where it has a web address. */
export function QuoteList({ quotes }: { quotes: OutputOf<'getCompetitor'>['quotes'] }) {
  if (quotes.length === 0) return null
  return (
    <Card title={t('Quotes')}>
      <ul className="grid gap-4">
        {quotes.map((quote) => (
          <li key={quote.insight_id}>
            {quote.parent_text && <p className="mb-1 line-clamp-2 ps-3.5 text-xs text-faint">{quote.parent_text}</p>}
            <blockquote className="border-s-2 border-accent ps-3 text-sm">“{quote.text}”</blockquote>
            <p className="mt-1 flex flex-wrap items-center gap-3 ps-3.5 text-xs text-faint">
              <SentimentBadge sentiment={quote.sentiment} />
              {isWeb(quote.source_url) ? (
                <a
                  href={quote.source_url}
                  target="_blank"
                  rel="noopener noreferrer"
                  className="text-accent-text hover:underline"
                >
                  {sourceLabel(quote.source)}
                </a>
              ) : (
                <span>{sourceLabel(quote.source)}</span>
              )}
              {quote.published_at && <TimeAgo at={quote.published_at} />}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
