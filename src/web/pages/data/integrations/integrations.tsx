import { Code, FileSpreadsheet, Plug, Webhook } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { type Path, paths } from '#web/routes/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Bookmarklet } from './bookmarklet.tsx'
import { Connections } from './connections.tsx'
import { DataPage } from '#web/pages/data/data-page.tsx'

const exampleRequest = (origin: string) =>
  [
    `curl -X POST ${origin}/api/v1/feedback \\`,
    `  -H "Authorization: Bearer $EARSHOT_API_KEY" -H "Content-Type: application/json" \\`,
    `  -d '{"content":"The export never finishes","source":"helpdesk",` +
      `"external_id":"4711","contact":{"email":"ana@example.com"}}'`,
  ].join('\n')

export function IntegrationsPage() {
  return (
    <DataPage tab="integrations" fill={false}>
      <div className="grid gap-4">
        <Connections />
        <OtherSources />
        <Bookmarklet />
        <Card
          title={
            <span className="inline-flex items-center gap-2">
              <Plug className="size-4 text-faint" />
              {t('Send feedback through the API')}
            </span>
          }
          note={t('Sending the same external_id again updates the item.')}
        >
          <CopyBlock label="curl" text={exampleRequest(location.origin)} />
        </Card>
      </div>
    </DataPage>
  )
}

/** CSV, API and webhooks. */
const OtherSources = () => (
  <div className="grid gap-4 md:grid-cols-3">
    <SourceCard
      icon={<FileSpreadsheet />}
      title="CSV"
      note={t('Upload an export of any tool; it is checked before the import.')}
      to={paths.uploads()}
      linkLabel={t('Upload a CSV')}
    />
    <SourceCard
      icon={<Code />}
      title={t('API')}
      note={t('Send feedback, contacts, tickets and NPS responses from any HTTP client.')}
      to={paths.settings('api')}
      linkLabel={t('API keys')}
    />
    <SourceCard
      icon={<Webhook />}
      title={t('Webhooks')}
      note={t('Receive signed events over HTTP, with automatic retries.')}
      to={paths.settings('webhooks')}
      linkLabel={t('Webhooks')}
    />
  </div>
)

type SourceCardProps = { icon: ReactNode; title: string; note: string; to: Path; linkLabel: string }

const SourceCard = ({ icon, title, note, to, linkLabel }: SourceCardProps) => (
  <Card
    title={
      <span className="inline-flex items-center gap-2 [&>svg]:size-4 [&>svg]:text-faint">
        {icon}
        {title}
      </span>
    }
  >
    <p className="mb-3 text-sm text-soft">{note}</p>
    <Link to={to} className={buttonClass('plain', 'sm')}>
      {linkLabel}
    </Link>
  </Card>
)
