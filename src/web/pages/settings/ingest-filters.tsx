import { useCall, useRoute } from '#web/api/hooks.ts'
import { problemSentence } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/field.tsx'

const parts = (text: string | undefined) => [...new Set((text ?? '').split(/[\s,]+/).filter(Boolean))]

/** What comes in but is not analyzed: colleagues, tests, a word or two. */
export function IngestFilters({ isAdmin }: { isAdmin: boolean }) {
  const { data } = useRoute('getIngestFilters')
  const save = useCall('updateIngestFilters', { said: t('Saved'), quiet: true })
  if (!data) return null
  return (
    <Card title={t('Kept out of the analysis')} note={t('It is taken in all the same, and marked as skipped.')}>
      <form
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          const { domains, sources, length } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
            string,
            string
          >
          save.mutate({ internal_domains: parts(domains), ignored_sources: parts(sources), min_length: Number(length) })
        }}
      >
        <TextField
          label={t('Email domains of colleagues')}
          name="domains"
          defaultValue={data.internal_domains.join(', ')}
          placeholder="acme.example"
          disabled={!isAdmin}
        />
        <TextField
          label={t('Sources')}
          name="sources"
          defaultValue={data.ignored_sources.join(', ')}
          placeholder="test"
          disabled={!isAdmin}
        />
        <TextField
          label={t('Fewer characters than')}
          name="length"
          type="number"
          min={0}
          max={1000}
          defaultValue={data.min_length}
          disabled={!isAdmin}
          problem={save.error ? problemSentence(save.error) : undefined}
        />
        {isAdmin && (
          <div className="self-end">
            <Button type="submit" busy={save.isPending}>
              {t('Save')}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
