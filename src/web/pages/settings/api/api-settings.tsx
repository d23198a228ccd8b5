import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths, serverPaths } from '#web/routes/paths.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { ApiKeys } from './api-keys.tsx'
import { PolicyCard } from './policy-card.tsx'
import { TestKey } from './test-key.tsx'

export function ApiSettings() {
  const { isAdmin } = useSession()
  return (
    <>
      <PolicyCard />
      <ApiKeys />
      {isAdmin && <TestKey />}
      <Examples baseUrl={location.origin} />
    </>
  )
}

function Examples({ baseUrl }: { baseUrl: string }) {
  return (
    <Card
      title={t('Examples')}
      note={
        <>
          {t('Every operation is described in the')}{' '}
          <a href={serverPaths.apiReference} className="text-accent-text underline">
            {t('API reference')}
          </a>
          .
        </>
      }
    >
      <div className="grid gap-3">
        <CopyBlock label="curl" text={`curl -H "Authorization: Bearer $EARSHOT_API_KEY" ${baseUrl}/api/v1/me`} />
        <CopyBlock
          label={t('Command line')}
          text={`export EARSHOT_URL=${baseUrl} EARSHOT_API_KEY=<key>\nnpm run -s earshot -- insights list --limit 5`}
        />
        <p className="text-sm text-soft">
          {t('An assistant connects over MCP, with this key or without one:')}{' '}
          <Link to={paths.settings('assistants')} className="text-accent-text underline">
            {t('Assistants')}
          </Link>
        </p>
      </div>
    </Card>
  )
}
