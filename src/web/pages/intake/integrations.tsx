import { Link } from '@tanstack/react-router'
import { Code, FileSpreadsheet, Plug, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Connections } from './connections.tsx'
import { DataPage } from './data-page.tsx'

export function Integrations() {
  const base = location.origin
  return (
    <DataPage tab="integrations" fill={false}>
      <div className="grid gap-4">
        <Connections />
        <div className="grid gap-4 md:grid-cols-3">
          <Way
            icon={<FileSpreadsheet />}
            title="CSV"
            note={t('Exports of any tool, with a check before anything is imported.')}
            action={
              <Link to={paths.data} className={buttonClass('plain', 'sm')}>
                {t('Upload a CSV')}
              </Link>
            }
          />
          <Way
            icon={<Code />}
            title={t('API')}
            note={t('Anything that can send an HTTP request can send feedback, contacts, tickets and NPS answers.')}
            action={
              <Link to="/settings/api" className={buttonClass('plain', 'sm')}>
                {t('API keys')}
              </Link>
            }
          />
          <Way
            icon={<Webhook />}
            title={t('Webhooks')}
            note={t('Be told of what happens here, signed and tried again until it arrives.')}
            action={
              <Link to="/settings/webhooks" className={buttonClass('plain', 'sm')}>
                {t('Webhooks')}
              </Link>
            }
          />
        </div>
        <Card
          title={
            <span className="inline-flex items-center gap-2">
              <Plug className="size-4 text-faint" />
              {t('Send feedback as it comes in')}
            </span>
          }
          note={t('The same external_id again updates the item instead of repeating it.')}
        >
          <CopyBlock
            label="curl"
            text={`curl -X POST ${base}/api/v1/feedback \\\n  -H "Authorization: Bearer $EARSHOT_API_KEY" -H "Content-Type: application/json" \\\n  -d '{"content":"The export never finishes","source":"helpdesk","external_id":"4711","contact":{"email":"ana@example.com"}}'`}
          />
        </Card>
      </div>
    </DataPage>
  )
}

const Way = ({ icon, title, note, action }: { icon: ReactNode; title: string; note: string; action: ReactNode }) => (
  <Card
    title={
      <span className="inline-flex items-center gap-2 [&>svg]:size-4 [&>svg]:text-faint">
        {icon}
        {title}
      </span>
    }
  >
    <p className="mb-3 text-sm text-soft">{note}</p>
    {action}
  </Card>
)
