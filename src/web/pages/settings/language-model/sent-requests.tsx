import { useState } from 'react'
import type { InputOf } from '#web/api/client.ts'
import { useApiList, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { toOptions } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { CardRows, NoRows } from '#web/ui/lists/card-rows.tsx'
import { ExpandableRow } from '#web/ui/lists/expandable-row.tsx'
import { ListState, QueryState } from '#web/ui/query-state.tsx'
import { formatDateTime, formatNumber, TimeAgo } from '#web/ui/time.tsx'
import { ExactTexts } from './exact-texts.tsx'
import { outcomeLabels, type SentRequest, taskLabels } from './task-labels.ts'

/** The log; a request shows word for word what was sent. */
export function SentRequests() {
  const [task, setTask] = useState('')
  const query = (task === '' ? {} : { task: [task] }) as InputOf<'listLanguageModelRequests'>
  const list = useApiList('listLanguageModelRequests', query, { limit: 50 })
  return (
    <Card
      title={t('What was sent')}
      note={t('The last 90 days, the texts for 30 days.')}
      flush
      actions={
        <SelectField
          hideLabel
          label={t('Task')}
          value={task}
          onChange={(event) => setTask(event.target.value)}
          options={toOptions({ '': t('All'), ...taskLabels() })}
        />
      }
    >
      <ListState list={list} empty={<NoRows>{t('Nothing was sent.')}</NoRows>}>
        <CardRows list={list}>
          {(one) => (
            <ExpandableRow key={one.id} summary={<Summary request={one} />} details={() => <Texts id={one.id} />} />
          )}
        </CardRows>
      </ListState>
    </Card>
  )
}

const Summary = ({ request: { task, outcome, model, point_count: count, tokens, at } }: { request: SentRequest }) => (
  <>
    <span className="min-w-48 flex-1">
      <span className="block text-sm font-medium">{taskLabels()[task]}</span>
      <span className="block text-xs text-faint">
        {[
          model,
          t('{count, one {about # object} other {about # objects}}', { count }),
          t('{count} tokens', { count: formatNumber(tokens) }),
        ].join(' · ')}
      </span>
    </span>
    {outcome !== 'answered' && <Chip tone="warn">{outcomeLabels()[outcome]}</Chip>}
    <span title={formatDateTime(at)} className="w-20 text-end text-xs text-faint">
      <TimeAgo at={at} />
    </span>
  </>
)

function Texts({ id }: { id: string }) {
  const query = useApiQuery('getLanguageModelRequest', { requestId: id })
  return (
    <QueryState query={query}>
      {({ system, prompt }) =>
        system === null || prompt === null ? (
          <p className="text-sm text-faint">{t('The texts are no longer stored.')}</p>
        ) : (
          <div className="grid gap-2">
            <ExactTexts texts={[system, prompt]} />
          </div>
        )
      }
    </QueryState>
  )
}
