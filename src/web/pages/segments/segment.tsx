import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { JobProgress } from '#web/shell/jobs/job-progress.tsx'
import { DetailColumns } from '#web/shell/details/detail-columns.tsx'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, DescriptionList } from '#web/ui/card.tsx'
import { ArchiveAction } from '#web/ui/forms/confirm.tsx'
import { formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { CountLink } from '#web/ui/lists/card-links.tsx'
import { MayEdit } from '#web/api/may.tsx'
import { RuleEditor } from './rule-editor.tsx'
import { segmentKindLabels } from './segment-columns.tsx'
import { SegmentMembers } from './segment-members.tsx'

type SegmentDetail = OutputOf<'getSegment'>
type SegmentChange = Partial<Pick<SegmentDetail, 'name' | 'description' | 'color' | 'weight' | 'rules'>>

export const SegmentPage = () => (
  <ObjectPage
    kind="segment"
    note={(segment) => segment.archived_at && <Chip>{t('Archived')}</Chip>}
    actions={(segment) => !segment.archived_at && <ArchiveSegment segment={segment} />}
  >
    {(segment) => <SegmentContent segment={segment} />}
  </ObjectPage>
)

function SegmentContent({ segment }: { segment: SegmentDetail }) {
  const mutation = useApiMutation('updateSegment', {
    optimistic: ({ segmentId, ...change }) => patchCache([segmentId], change),
  })
  const update = (change: object) => mutation.mutate({ segmentId: segment.id, ...change })
  return (
    <DetailColumns
      width={280}
      side={
        <>
          <SegmentFacts segment={segment} />
          <SegmentWeight weight={segment.weight} onChange={(weight) => update({ weight })} />
          {segment.rules && <SegmentEvaluation segmentId={segment.id} />}
        </>
      }
    >
      <SegmentHeader segment={segment} update={update} />
      {segment.rules && (
        <Card title={t('Rules')} note={t('Saving applies them to every contact.')}>
          <MayEdit op="updateSegment">
            <RuleEditor
              key={segment.updated_at}
              rules={segment.rules}
              busy={mutation.isPending}
              onSave={(rules) => update({ rules })}
            />
          </MayEdit>
        </Card>
      )}
      <SegmentMembers segment={segment} />
    </DetailColumns>
  )
}

type HeaderProps = { segment: SegmentDetail; update: (change: SegmentChange) => void }

const SegmentHeader = ({ segment, update }: HeaderProps) => (
  <DetailHeader
    op="updateSegment"
    label={t('Name')}
    name={segment.name}
    onRename={(name) => update({ name })}
    color={{ value: segment.color, onChange: (color) => update({ color }) }}
    text={{
      label: t('Description'),
      value: segment.description ?? '',
      placeholder: t('Description'),
      onSave: (text) => update({ description: text || null }),
    }}
  />
)

const SegmentFacts = ({ segment }: { segment: SegmentDetail }) => (
  <Card>
    <DescriptionList
      rows={[
        [t('Type'), segmentKindLabels()[segment.kind]],
        [
          t('Contacts'),
          <CountLink key="c" to={paths.contacts({ segment: segment.id })} count={segment.contact_count} />,
        ],
        [
          t('Insights'),
          <CountLink key="i" to={paths.insights({ segment: segment.id })} count={segment.insight_count} />,
        ],
        segment.last_evaluated_at && [t('Evaluated'), <TimeAgo key="e" at={segment.last_evaluated_at} />],
      ]}
    />
  </Card>
)

function SegmentWeight({ weight, onChange }: { weight: number; onChange: (weight: number) => void }) {
  return (
    <Card title={t('Weight')} note={t('Weight of this segment in the impact of opportunities')}>
      <MayEdit op="updateSegment">
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
      </MayEdit>
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
          op="evaluateSegment"
          size="sm"
          icon={RefreshCw}
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
  const navigate = useNavigate()
  const archive = useApiMutation('archiveSegment', {
    successMessage: t('Segment archived'),
    onSuccess: () => navigate(paths.segments()),
  })
  return (
    <ArchiveAction
      op="archiveSegment"
      name={segment.name}
      action={archive}
      note={t('Opportunities and initiatives no longer refer to it. Contacts are not changed.')}
      onConfirm={() => archive.mutate({ segmentId: segment.id })}
    />
  )
}
