import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Archive, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { patchCache } from '#web/api/cache.ts'
import type { Output } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths, withQuery } from '#web/paths.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { Page } from '#web/shell/page.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/overlays/dialog.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { segmentKindLabels } from './segment-columns.tsx'
import { SegmentMembers } from './segment-members.tsx'

type SegmentDetail = Output<'getSegment'>
type SegmentChange = Partial<Pick<SegmentDetail, 'name' | 'description' | 'color' | 'weight' | 'rules'>>

export function Segment() {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useApiQuery('getSegment', { segmentId: id })
  const { data } = query
  return (
    <Page
      title={data?.name ?? t('Segment')}
      parent={{ label: t('Segments'), to: paths.segments }}
      note={data?.archived_at && <Chip>{t('Archived')}</Chip>}
      actions={data && !data.archived_at && <ArchiveSegment segment={data} />}
    >
      <QueryState query={query} what={t('Segments')}>
        {(segment) => <SegmentContent segment={segment} />}
      </QueryState>
    </Page>
  )
}

function SegmentContent({ segment }: { segment: SegmentDetail }) {
  const mutation = useApiMutation('updateSegment', {
    optimistic: ({ segmentId, ...change }) => patchCache([segmentId], change),
  })
  const update = (change: object) => mutation.mutate({ segmentId: segment.id, ...change })
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_280px]">
      <div className="grid min-w-0 content-start gap-5">
        <SegmentHeader segment={segment} update={update} />
        {segment.rules && (
          <Card title={t('Rules')} note={t('Saving applies them to every contact.')}>
            <RuleEditor
              key={segment.updated_at}
              rules={segment.rules}
              busy={mutation.isPending}
              onSave={(rules) => update({ rules })}
            />
          </Card>
        )}
        <SegmentMembers segment={segment} />
      </div>
      <div className="grid content-start gap-4">
        <SegmentFacts segment={segment} />
        <SegmentWeight weight={segment.weight} onChange={(weight) => update({ weight })} />
        {segment.rules && <SegmentEvaluation segmentId={segment.id} />}
      </div>
    </div>
  )
}

function SegmentHeader({ segment, update }: { segment: SegmentDetail; update: (change: SegmentChange) => void }) {
  return (
    <div className="flex items-start gap-3">
      <input
        type="color"
        aria-label={t('Color')}
        value={segment.color}
        onChange={(event) => update({ color: event.target.value })}
        className="mt-1 size-7 shrink-0 rounded-md border border-line bg-transparent p-0.5"
      />
      <div className="min-w-0 flex-1">
        <InlineText
          label={t('Name')}
          value={segment.name}
          maxLength={200}
          className="text-xl font-semibold"
          onSave={(name) => update({ name })}
        />
        <InlineText
          label={t('Description')}
          value={segment.description ?? ''}
          optional
          maxLength={2000}
          placeholder={t('Description')}
          className="text-sm text-soft"
          onSave={(text) => update({ description: text || null })}
        />
      </div>
    </div>
  )
}

const SegmentFacts = ({ segment }: { segment: SegmentDetail }) => (
  <Card>
    <DescriptionList
      rows={[
        [t('Type'), segmentKindLabels()[segment.kind]],
        [
          t('Contacts'),
          <CountLink key="c" to={withQuery(paths.contacts, { segment: segment.id })} count={segment.contact_count} />,
        ],
        [
          t('Insights'),
          <CountLink key="i" to={withQuery(paths.insights, { segment: segment.id })} count={segment.insight_count} />,
        ],
        segment.last_evaluated_at && [t('Evaluated'), <TimeAgo key="e" at={segment.last_evaluated_at} />],
      ]}
    />
  </Card>
)

const CountLink = ({ to, count }: { to: string; count: number }) => (
  <Link to={to} className="font-medium text-accent-text hover:underline">
    {formatNumber(count)}
  </Link>
)

function SegmentWeight({ weight, onChange }: { weight: number; onChange: (weight: number) => void }) {
  return (
    <Card title={t('Weight')} note={t('Weight of this segment in the impact of opportunities')}>
      <label className="flex items-center gap-3 text-sm">
        <input
          type="range"
          min={0}
          max={5}
          step={0.5}
          defaultValue={weight}
          aria-label={t('Weight')}
          aria-valuetext={`× ${weight}`}
          className="min-w-0 flex-1 accent-accent"
          onPointerUp={(event) => onChange(Number(event.currentTarget.value))}
          onKeyUp={(event) => onChange(Number(event.currentTarget.value))}
        />
        <span className="w-10 text-end font-medium tabular-nums">× {formatNumber(weight, 1)}</span>
      </label>
    </Card>
  )
}

function SegmentEvaluation({ segmentId }: { segmentId: string }) {
  const [jobId, setJobId] = useState<string>()
  const evaluate = useApiMutation('evaluateSegment', { onSuccess: ({ job_id }) => setJobId(job_id) })
  return (
    <Card title={t('Evaluation')} note={t('Every night, and whenever a contact changes')}>
      {jobId ? (
        <JobProgress id={jobId} />
      ) : (
        <Button
          size="sm"
          icon={<RefreshCw className="size-3.5" />}
          busy={evaluate.isPending}
          onClick={() => evaluate.mutate({ segmentId })}
        >
          {t('Evaluate now')}
        </Button>
      )}
    </Card>
  )
}

function ArchiveSegment({ segment }: { segment: SegmentDetail }) {
  const [confirming, setConfirming] = useState(false)
  const navigate = useNavigate()
  const archive = useApiMutation('archiveSegment', {
    successMessage: t('Segment archived'),
    onSuccess: () => navigate({ to: paths.segments }),
  })
  return (
    <>
      <Button size="sm" icon={<Archive className="size-3.5" />} onClick={() => setConfirming(true)}>
        {t('Archive')}
      </Button>
      <Confirm
        open={confirming}
        onClose={() => setConfirming(false)}
        busy={archive.isPending}
        title={t('Archive {name}?', { name: segment.name })}
        note={t('Opportunities and initiatives no longer refer to it. Contacts are not changed.')}
        confirmLabel={t('Archive')}
        onConfirm={() => archive.mutate({ segmentId: segment.id })}
      />
    </>
  )
}
