import type { ReactNode } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { languageName } from '#web/help/language-notice.tsx'
import { ConfidenceHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { type Path, paths } from '#web/routes/paths.ts'
import { Chip } from '#web/ui/badges.tsx'
import { DescriptionList } from '#web/ui/card.tsx'
import { formatPercent, TimeAgo } from '#web/ui/time.tsx'
import type { InsightDetail } from './insight-header.tsx'

type Row = readonly [string, ReactNode] | false
const linkClass = 'text-accent-text hover:underline'
const maxLinks = 5

/** Where an insight comes from and what it is evidence of. */
export function InsightProperties({ insight }: { insight: InsightDetail }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-xs font-medium text-faint">{t('Source details')}</h2>
      <DescriptionList rows={[...sourceRows(insight), ...analysisRows(insight), ...relationRows(insight)]} />
    </section>
  )
}

function ContactName({ insight: { contact_id, user_name, user_email } }: { insight: InsightDetail }) {
  if (!contact_id) return user_name
  return (
    <Link to={paths.contact(contact_id)} className={linkClass}>
      {user_name ?? user_email}
    </Link>
  )
}

const sourceRows = (insight: InsightDetail): Row[] => [
  [t('Contact'), insight.contact_id || insight.user_name ? <ContactName key="c" insight={insight} /> : null],
  [
    t('Feedback'),
    insight.feedback_id && (
      <Link key="f" to={paths.inbox({ state: 'all', id: insight.feedback_id })} className={linkClass}>
        {t('View source')}
      </Link>
    ),
  ],
  [t('Source'), insight.source && sourceLabel(insight.source)],
  insight.language !== null && [t('Language'), languageName(insight.language)],
  [t('Date'), <TimeAgo key="d" at={insight.occurred_at} />],
]

const originLabels = () => ({ auto: t('Found by analysis'), manual: t('Manual'), imported: t('Imported') })

const analysisRows = (insight: InsightDetail): Row[] => [
  [t('Origin'), originLabels()[insight.origin] + (insight.edited_by_human ? ` · ${t('edited')}` : '')],
  insight.confidence !== null && [
    t('Confidence'),
    <span key="c" className="inline-flex items-center gap-1">
      {formatPercent(insight.confidence, 1)}
      <ConfidenceHelp />
    </span>,
  ],
  insight.theme_confidence !== null && [t('Theme confidence'), formatPercent(insight.theme_confidence, 1)],
  insight.analysis_version !== null && [
    t('Analysis'),
    t('Version {version}', { version: insight.analysis_version.split('/')[0]! }),
  ],
]

const hasEvidence = ({ project_ids, initiative_ids, opportunity_ids }: InsightDetail['evidence_of']) =>
  project_ids.length > 0 || initiative_ids.length > 0 || opportunity_ids.length > 0

const relationRows = ({ tags, evidence_of }: InsightDetail): Row[] => [
  tags.length > 0 && [
    t('Tags'),
    <span key="t" className="flex flex-wrap gap-1">
      {tags.map((tag) => (
        <Chip key={tag}>{tag}</Chip>
      ))}
    </span>,
  ],
  hasEvidence(evidence_of) && [t('Evidence for'), <EvidenceLinks key="e" evidence={evidence_of} />],
]

function EvidenceLinks({ evidence }: { evidence: InsightDetail['evidence_of'] }) {
  const { project_ids, initiative_ids, opportunity_ids } = evidence
  return (
    <ul className="grid gap-0.5">
      {project_ids.slice(0, maxLinks).map((id) => (
        <li key={id}>
          <TitleLink id={id} route="getProject" param="projectId" to={paths.project(id)} />
        </li>
      ))}
      {initiative_ids.slice(0, maxLinks).map((id) => (
        <li key={id}>
          <TitleLink id={id} route="getInitiative" param="initiativeId" to={paths.initiative(id)} />
        </li>
      ))}
      {opportunity_ids.slice(0, maxLinks).map((id) => (
        <li key={id}>
          <TitleLink id={id} route="getOpportunity" param="opportunityId" to={paths.opportunity(id)} />
        </li>
      ))}
    </ul>
  )
}

type TitleLinkProps = { id: string; route: 'getProject' | 'getInitiative' | 'getOpportunity'; param: string; to: Path }

function TitleLink({ id, route, param, to }: TitleLinkProps) {
  const { data } = useApiQuery(route, { [param]: id } as never)
  return (
    <Link to={to} className={linkClass}>
      {(data as { title: string } | undefined)?.title ?? '…'}
    </Link>
  )
}
