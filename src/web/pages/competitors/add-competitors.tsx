import { useState } from 'react'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { TextArea } from '#web/ui/forms/field.tsx'
import { FormDialog } from '#web/ui/forms/form-dialog.tsx'
import { formatNumber } from '#web/ui/time.tsx'

/** One competitor per line: a name and a website in either order, with any separator. */
function parseCompetitors(text: string): { name: string; website: string }[] {
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

const maxCompetitors = 25

function detectedHint(count: number, trackedCount: number) {
  if (count === 0) return undefined
  const detected = t('{count, one {# competitor} other {# competitors}} detected', { count })
  return trackedCount > 0 ? `${detected} · ${t('{count} already tracked', { count: trackedCount })}` : detected
}

export function AddCompetitors({ known, onClose }: { known: readonly { domain: string }[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [reviews, setReviews] = useState(30)
  const start = useApiMutation('startCompetitorResearch', {
    onSuccess: onClose,
    successMessage: t('Research started'),
  })
  const competitors = parseCompetitors(text)
  const isTooLong = competitors.length > maxCompetitors
  const tracked = competitors.filter(({ website }) => known.some(({ domain }) => website.includes(domain)))
  return (
    <FormDialog
      title={t('Add competitors')}
      note={t('Competitors already tracked are kept; new reviews are added to theirs.')}
      wide
      submitLabel={t('Start research')}
      busy={start.isPending}
      disabled={competitors.length === 0 || isTooLong}
      onSubmit={() => start.mutate({ competitors, reviews_per_source: reviews })}
      onClose={onClose}
    >
      <TextArea
        label={t('One per line: name and website')}
        rows={5}
        autoFocus
        required
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={'Globex, globex.com\nInitech initech.com'}
        hint={detectedHint(competitors.length, tracked.length)}
        error={isTooLong ? t('At most {count} competitors at once.', { count: maxCompetitors }) : undefined}
      />
      <ReviewsPerSource value={reviews} onChange={setReviews} />
      <MaxReviews count={competitors.length * reviews} />
    </FormDialog>
  )
}

const MaxReviews = ({ count }: { count: number }) =>
  count > 0 && (
    <p className="text-xs text-faint">{t('Up to {count} reviews from each source.', { count: formatNumber(count) })}</p>
  )

const ReviewsPerSource = ({ value, onChange }: { value: number; onChange: (value: number) => void }) => (
  <label className="grid gap-1.5 text-xs font-medium text-soft">
    {t('Reviews per source: {count}', { count: value })}
    <input
      type="range"
      min={10}
      max={100}
      step={5}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
      className="accent-accent"
    />
  </label>
)
