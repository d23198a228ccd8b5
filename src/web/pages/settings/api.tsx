import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/shell/session.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { KeyTest } from './key-test.tsx'
import { Keys } from './keys.tsx'
import { PolicyCard } from './policy.tsx'

export function ApiSettings() {
  const { isAdmin } = useSession()
  const base = location.origin
  return (
    <>
      <PolicyCard />
      <Keys />
      {isAdmin && <KeyTest />}
      <Card
        title={t('Use it')}
        note={
          <>
            {t('Every operation is described in the')}{' '}
            <Link to={paths.reference} reloadDocument className="text-accent-text underline">
              {t('API reference')}
            </Link>
            .
          </>
        }
      >
        <div className="grid gap-3">
          <CopyBlock label="curl" text={`curl -H "Authorization: Bearer $EARSHOT_API_KEY" ${base}/api/v1/me`} />
          <CopyBlock
            label={t('Command line')}
            text={`export EARSHOT_URL=${base} EARSHOT_API_KEY=<key>\nnpm run -s earshot -- insights list --limit 5`}
          />
          <CopyBlock
            label="MCP"
            text={JSON.stringify(
              { mcpServers: { earshot: { url: `${base}/mcp`, headers: { Authorization: 'Bearer <key>' } } } },
              null,
              2,
            )}
          />
        </div>
      </Card>
    </>
  )
}
