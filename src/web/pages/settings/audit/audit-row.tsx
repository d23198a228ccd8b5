import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { keyToLabel } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { DescriptionList } from '#web/ui/card.tsx'
import { ExpandableRow } from '#web/ui/lists/expandable-row.tsx'
import { formatDateTime, TimeAgo } from '#web/ui/time.tsx'
import { actorLabels, type AuditItem, meansLabels } from './labels.ts'
import { operationLabel } from './operation-label.ts'

export const AuditLogRow = ({ entry }: { entry: AuditItem }) => (
  <ExpandableRow summary={<Summary entry={entry} />} details={() => <Details entry={entry} />} />
)

const personOf = ({ actor, user_name, user_id }: AuditItem) => {
  if (actor.type === 'command') return actor.id ?? t('Command line')
  return user_name ?? user_id ?? 'Earshot'
}

const Summary = ({ entry }: { entry: AuditItem }) => (
  <>
    <span className="min-w-48 flex-1">
      <span className="block text-sm font-medium">{operationLabel(entry.operation)}</span>
      <span className="block text-xs text-faint">
        {[personOf(entry), actorLabels()[entry.actor.type], entry.means && meansLabels()[entry.means], entry.address]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    {entry.outcome === 'failure' && <Chip tone="bad">{t('Failed')}</Chip>}
    <span title={formatDateTime(entry.created_at)} className="w-20 text-end text-xs text-faint">
      <TimeAgo at={entry.created_at} />
    </span>
  </>
)

const Code = ({ children }: { children: ReactNode }) => <code className="font-mono text-xs break-all">{children}</code>
const codeOf = (value: string | null) => value && <Code>{value}</Code>

const Details = ({ entry }: { entry: AuditItem }) => (
  <>
    <Changes before={entry.before} after={entry.after} />
    <DescriptionList
      rows={[
        [t('Time'), formatDateTime(entry.created_at)],
        entry.reason && [t('Reason'), keyToLabel(entry.reason.replaceAll('_', ' '))],
        [t('Operation'), <Code key="o">{entry.operation}</Code>],
        entry.resource_id && [t('Object'), codeOf(entry.resource_id)],
        entry.actor.type === 'api_key' && [t('Key'), codeOf(entry.actor.id)],
        entry.address && [t('Address'), codeOf(entry.address)],
        entry.user_agent && [t('Browser'), entry.user_agent],
        entry.session_id && [t('Session'), codeOf(entry.session_id)],
        entry.change_set_id && [t('Change set'), codeOf(entry.change_set_id)],
        entry.request_id && [t('Request ID'), codeOf(entry.request_id)],
      ]}
    />
  </>
)

type Values = AuditItem['before']

const shown = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** One line for each changed field. */
function Changes({ before, after }: { before: Values; after: Values }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-start text-xs">
        <thead className="text-faint">
          <tr>
            <th className="py-1 pe-3 text-start font-normal">{t('Field')}</th>
            <th className="py-1 pe-3 text-start font-normal">{t('Before')}</th>
            <th className="py-1 text-start font-normal">{t('After')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} className="border-t border-line align-top">
              <th className="py-1 pe-3 text-start font-medium">{keyToLabel(name.replaceAll('_', ' '))}</th>
              <td className="py-1 pe-3 font-mono break-all">{shown(before?.[name])}</td>
              <td className="py-1 font-mono break-all">{shown(after?.[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
