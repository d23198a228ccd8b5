import { useState } from 'react'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { dayOf, numberOf } from '#web/ui/time.tsx'

type Job = NonNullable<Out<'listCompetitors'>['last_job']>
const stages = () => ({
  collecting: t('Collecting reviews'),
  extracting: t('Finding insights'),
  synthesizing: t('Grouping'),
  publishing: t('Publishing'),
})

/** How research is going; what was published before stays on the screen meanwhile. */
export function ResearchPanel({ job: last, publishedAt }: { job: Job; publishedAt: string | null }) {
  const busy = last.status === 'queued' || last.status === 'running'
  const { data } = useRoute(
    'getCompetitorResearch',
    { jobId: last.job_id },
    { enabled: busy, refetchInterval: busy ? 1500 : false },
  )
  const job = data ?? last
  if (!busy && !job.error_code) return null
  const { percent, competitors_done, competitors_total, reviews_collected } = job.progress
  return (
    <Card
      title={
        busy
          ? t('Research is running')
          : job.error_code === 'CREDIT_LIMIT_EXCEEDED'
            ? t('Research stopped: not enough credits')
            : t('The last research failed')
      }
      note={
        publishedAt && busy
          ? t('Showing results from {day} meanwhile.', { day: dayOf(publishedAt) })
          : (job.error_message ?? undefined)
      }
    >
      {busy && (
        <div className="grid gap-2">
          <div
            role="progressbar"
            aria-label={t('Research is running')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            className="h-1.5 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
          </div>
          <p className="text-xs text-faint">
            {job.stage && stages()[job.stage]} ·{' '}
            {t('{done} of {total} competitors', { done: competitors_done, total: competitors_total })} ·{' '}
            {t('{count, one {# review} other {# reviews}}', { count: reviews_collected })}
          </p>
        </div>
      )}
      <ul className="mt-2 grid gap-0.5 text-xs text-soft">
        {job.sources.slice(-6).map((one, n) => (
          <li key={n}>
            {one.source}:{' '}
            {one.status === 'collected'
              ? t('{count, one {# review} other {# reviews}}', { count: one.reviews_collected })
              : (one.error ?? one.status)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** One line, one competitor: a name and a website in either order, whatever separates them. */
export function readLines(text: string): { name: string; website: string }[] {
  return text.split('\n').flatMap((line) => {
    const website = /(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}\S*/i.exec(line)?.[0]
    if (!website) return []
    const name = line
      .replace(website, '')
      .replace(/[,;|\t–-]+/g, ' ')
      .trim()
    const host = website
      .replace(/^https?:\/\//i, '')
      .replace(/^www\./i, '')
      .split(/[/:?#]/)[0]!
    return [{ name: name || host.split('.')[0]!.replace(/^./, (letter) => letter.toUpperCase()), website }]
  })
}

export function AddCompetitors({ known, onClose }: { known: readonly { domain: string }[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [reviews, setReviews] = useState(30)
  const start = useCall('startCompetitorResearch', { onDone: onClose, said: t('Research has begun') })
  const found = readLines(text).slice(0, 25)
  const tracked = found.filter(({ website }) => known.some(({ domain }) => website.includes(domain)))
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Add competitors')}
      note={t('Competitors that are tracked stay tracked; their reviews are only added to.')}
      wide
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate({ competitors: found, reviews_per_source: reviews })
        }}
      >
        <TextArea
          label={t('One per line: name and website')}
          rows={5}
          autoFocus
          required
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={'Globex, globex.com\nInitech initech.com'}
          hint={
            found.length > 0
              ? `${t('{count, one {# competitor} other {# competitors}} recognised', { count: found.length })}${tracked.length > 0 ? ` · ${t('{count} tracked already', { count: tracked.length })}` : ''}`
              : undefined
          }
        />
        <label className="grid gap-1.5 text-xs font-medium text-soft">
          {t('Reviews per source: {count}', { count: reviews })}
          <input
            type="range"
            min={10}
            max={100}
            step={5}
            value={reviews}
            onChange={(event) => setReviews(Number(event.target.value))}
            className="accent-accent"
          />
        </label>
        <p className="text-xs text-faint">
          {t('Up to {count} reviews from each source.', { count: numberOf(found.length * reviews) })}
        </p>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" look="primary" busy={start.isPending} disabled={found.length === 0}>
            {t('Start research')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
