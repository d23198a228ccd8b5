import { t } from '#web/i18n/t.ts'
import { serverPaths } from '#web/routes/paths.ts'
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
  const mcpConfig = {
    mcpServers: { earshot: { url: `${baseUrl}/mcp`, headers: { Authorization: 'Bearer <key>' } } },
  }
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
        <CopyBlock label="MCP" text={JSON.stringify(mcpConfig, null, 2)} />
      </div>
    </Card>
  )
}
