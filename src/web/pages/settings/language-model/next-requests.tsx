import { useState } from 'react'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ExactTexts } from './exact-texts.tsx'
import { taskLabels } from './task-labels.ts'

/** Word for word what would be sent next. */
export function NextRequests() {
  const [isShown, setShown] = useState(false)
  return (
    <Card title={t('What would be sent next')} note={t('Word for word. Nothing is sent by looking.')}>
      {isShown ? <Requests /> : <Button onClick={() => setShown(true)}>{t('Show')}</Button>}
    </Card>
  )
}

function Requests() {
  const query = useApiQuery('previewLanguageModel')
  const labels = taskLabels()
  return (
    <QueryState query={query}>
      {({ requests }) =>
        requests.length === 0 ? (
          <p className="text-sm text-faint">{t('Nothing: there are too few insights.')}</p>
        ) : (
          <div className="grid gap-4">
            {requests.map(({ task, point_count: count, system, prompt }) => (
              <section key={prompt} className="grid gap-2">
                <h3 className="text-sm font-medium">
                  {labels[task]} · {t('{count, one {# insight} other {# insights}}', { count })}
                </h3>
                <ExactTexts texts={[system, prompt]} />
              </section>
            ))}
          </div>
        )
      }
    </QueryState>
  )
}
