import { fetchFile, type InputOf } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { useApiList } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { type UrlFilters, useFilters } from '#web/routes/use-filters.ts'
import { Card } from '#web/ui/card.tsx'
import { FilterSelect } from '#web/ui/forms/filters.tsx'
import { downloadFile, ExportFormats } from '#web/ui/lists/export-menu.tsx'
import { CardRows, NoRows } from '#web/ui/lists/card-rows.tsx'
import { toast } from '#web/toasts.ts'
import { ListState } from '#web/ui/query-state.tsx'
import { AuditLogRow } from './audit-row.tsx'
import { actorLabels } from './labels.ts'
import { operationLabel } from './operation-label.ts'

type Query = InputOf<'listAuditEntries'>

const dayMs = 86_400_000

/** Begins with a day, so that the query stays the same while the page is open. */
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

const queryOf = ({ user_id, actor_type, outcome, operation, days }: UrlFilters) =>
  ({
    ...(user_id && { user_id }),
    ...(actor_type && { actor_type }),
    ...(outcome && { outcome }),
    ...(operation && { operation }),
    ...(days && { created_after: daysAgo(Number(days)) }),
  }) as Query

/** Sign-ins, changes of settings, exports and deletions. */
export function AuditLog() {
  const [filters] = useFilters()
  const query = queryOf(filters)
  const list = useApiList('listAuditEntries', query, { limit: 50 })
  const empty = Object.keys(query).length ? t('No entries match these filters.') : t('No entries yet.')
  return (
    <Card
      title={t('Audit log')}
      note={t('Sign-ins, changes of settings, exports and deletions. Nobody can change its entries.')}
      flush
      actions={<ExportFile query={query} />}
    >
      <AuditFilters />
      <ListState list={list} empty={<NoRows>{empty}</NoRows>}>
        <CardRows list={list}>{(one) => <AuditLogRow key={one.id} entry={one} />}</CardRows>
      </ListState>
    </Card>
  )
}

const commonOperations = [
  'signIn',
  'signOut',
  'changePassword',
  'resetPassword',
  'joinBySingleSignOn',
  'updatePolicy',
  'updateOrganization',
  'updateMember',
  'removeMember',
  'createInvitation',
  'acceptInvitation',
  'createApiKey',
  'revokeApiKey',
  'createIntegration',
  'updateIntegration',
  'deleteIntegration',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'updateMasking',
  'updateRetention',
  'updateLanguageModel',
  'retention',
  'recordExport',
  'exportSurvey',
  'listAuditEntries',
  'eraseContact',
  'deleteContact',
  'mergeContacts',
]

function AuditFilters() {
  const { items: members } = useApiList('listMembers', {}, { limit: 100 })
  const optionOf = ([value, label]: [string, string]) => ({ value, label })
  return (
    <div className="flex flex-wrap gap-1.5 px-4 py-2">
      <FilterSelect
        name="user_id"
        label={t('Everyone')}
        options={members.map((one) => ({ value: one.user_id, label: one.name ?? one.email }))}
      />
      <FilterSelect name="actor_type" label={t('By anything')} options={Object.entries(actorLabels()).map(optionOf)} />
      <FilterSelect
        name="operation"
        label={t('Any action')}
        options={commonOperations.map((value) => ({ value, label: operationLabel(value) }))}
      />
      <FilterSelect
        name="outcome"
        label={t('Any result')}
        options={toOptions({ success: t('Successful'), failure: t('Failed') })}
      />
      <FilterSelect
        name="days"
        label={t('Any time')}
        options={[1, 7, 30, 90].map((days) => ({
          value: String(days),
          label: t('{count, one {Since yesterday} other {Last # days}}', { count: days }),
        }))}
      />
    </div>
  )
}

/** The server writes the file, so that it has every entry and the export is in the log itself. */
function ExportFile({ query }: { query: Query }) {
  const run = (type: string, ending: string) => () =>
    void fetchFile('listAuditEntries', query, type).then(
      (content) => downloadFile(`audit.${ending}`, type, content),
      (error) => toast({ tone: 'bad', title: errorMessage(error) }),
    )
  return (
    <ExportFormats
      formats={[
        { label: 'CSV', run: run('text/csv', 'csv') },
        { label: 'NDJSON', run: run('application/x-ndjson', 'ndjson') },
      ]}
    />
  )
}
