import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Archive, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { show } from '#web/api/cache.ts'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { JobProgress } from '#web/shell/job-progress.tsx'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { InlineText } from '#web/ui/inline-text.tsx'
import { Chip } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { numberOf, TimeAgo } from '#web/ui/time.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { SegmentMembers } from './segment-members.tsx'
import { kindWords } from './segments.tsx'

type Detail = Out<'getSegment'>

export function Segment() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useRoute('getSegment', { segmentId: id })
  return (
    <Page
      title={data?.name ?? t('Segment')}
      above={{ label: t('Segments'), to: paths.segments }}
      note={data?.archived_at && <Chip>{t('Archived')}</Chip>}
      actions={data && !data.archived_at && <ArchiveIt segment={data} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('Segments')} />
      ) : !data ? (
        <Loading />
      ) : (
        <Content segment={data} />
      )}
    </Page>
  )
}

function Content({ segment }: { segment: Detail }) {
  const update = useCall('updateSegment', { optimistic: ({ segmentId, ...change }) => show([segmentId], change) })
  const set = (change: object) => update.mutate({ segmentId: segment.id, ...change })
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_280px]">
      <div className="grid min-w-0 content-start gap-5">
        <div className="flex items-start gap-3">
          <input
            type="color"
            aria-label={t('Colour')}
            value={segment.color}
            onChange={(event) => set({ color: event.target.value })}
            className="mt-1 size-7 shrink-0 rounded-md border border-line bg-transparent p-0.5"
          />
          <div className="min-w-0 flex-1">
            <InlineText
              label={t('Name')}
              value={segment.name}
              maxLength={200}
              className="text-xl font-semibold"
              onSave={(name) => set({ name })}
            />
            <InlineText
              label={t('Who they are')}
              value={segment.description ?? ''}
              optional
              maxLength={2000}
              placeholder={t('Who they are')}
              className="text-sm text-soft"
              onSave={(text) => set({ description: text || null })}
            />
          </div>
        </div>
        {segment.rules && (
          <Card title={t('Rules')} note={t('Saving applies them to every contact.')}>
            <RuleEditor
              key={segment.updated_at}
              rules={segment.rules}
              busy={update.isPending}
              onSave={(rules) => set({ rules })}
            />
          </Card>
        )}
        <SegmentMembers segment={segment} />
      </div>
      <SideFacts segment={segment} set={set} />
    </div>
  )
}

function SideFacts({ segment, set }: { segment: Detail; set: (change: object) => void }) {
  const [job, setJob] = useState<string>()
  const evaluate = useCall('evaluateSegment', { onDone: ({ job_id }) => setJob(job_id) })
  return (
    <div className="grid content-start gap-4">
      <Card>
        <Facts
          rows={[
            [t('Filled'), kindWords()[segment.kind]],
            [
              t('Contacts'),
              <Link
                key="c"
                to={listAt(paths.contacts, { segment: segment.id })}
                className="font-medium text-accent-text hover:underline"
              >
                {numberOf(segment.contact_count)}
              </Link>,
            ],
            [
              t('Insights'),
              <Link
                key="i"
                to={listAt(paths.insights, { segment: segment.id })}
                className="font-medium text-accent-text hover:underline"
              >
                {numberOf(segment.insight_count)}
              </Link>,
            ],
            segment.last_evaluated_at && [t('Evaluated'), <TimeAgo key="e" at={segment.last_evaluated_at} />],
          ]}
        />
      </Card>
      <Card title={t('Weight')} note={t('How much they count in the impact of opportunities')}>
        <label className="flex items-center gap-3 text-sm">
          <input
            type="range"
            min={0}
            max={5}
            step={0.5}
            defaultValue={segment.weight}
            aria-label={t('Weight')}
            aria-valuetext={`× ${segment.weight}`}
            className="min-w-0 flex-1 accent-accent"
            onPointerUp={(event) => set({ weight: Number(event.currentTarget.value) })}
            onKeyUp={(event) => set({ weight: Number(event.currentTarget.value) })}
          />
          <span className="w-10 text-end font-medium tabular-nums">× {numberOf(segment.weight, 1)}</span>
        </label>
      </Card>
      {segment.rules && (
        <Card title={t('Evaluation')} note={t('Every night, and whenever a contact changes')}>
          {job ? (
            <JobProgress id={job} />
          ) : (
            <Button
              size="sm"
              icon={<RefreshCw className="size-3.5" />}
              busy={evaluate.isPending}
              onClick={() => evaluate.mutate({ segmentId: segment.id })}
            >
              {t('Evaluate now')}
            </Button>
          )}
        </Card>
      )}
    </div>
  )
}

function ArchiveIt({ segment }: { segment: Detail }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const archive = useCall('archiveSegment', {
    said: t('The segment was archived'),
    onDone: () => void navigate({ to: paths.segments }),
  })
  return (
    <>
      <Button size="sm" icon={<Archive className="size-3.5" />} onClick={() => setAsking(true)}>
        {t('Archive')}
      </Button>
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        busy={archive.isPending}
        title={t('Archive {name}?', { name: segment.name })}
        note={t('Plans no longer refer to it. The contacts stay as they are.')}
        yes={t('Archive')}
        onYes={() => archive.mutate({ segmentId: segment.id })}
      />
    </>
  )
}
