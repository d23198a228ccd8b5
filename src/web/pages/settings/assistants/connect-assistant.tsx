import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyBlock } from '#web/ui/copy-block.tsx'
import { Checkbox } from '#web/ui/forms/field.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { type Host, type HostKey, hosts } from './hosts.ts'

/** What to paste where, for each host: to be asked in the browser, or with a key. */
export function ConnectAssistant({ baseUrl }: { baseUrl: string }) {
  const [key, setKey] = useState<HostKey>('claude')
  const [mayWrite, setMayWrite] = useState(false)
  const all = hosts(`${baseUrl}/mcp${mayWrite ? '?mode=write' : ''}`)
  const host = all.find((one) => one.key === key)!
  return (
    <Card
      title={t('Add Earshot to an assistant')}
      note={t('The assistant opens a page of Earshot on which you choose what it may do.')}
    >
      <div className="grid gap-4">
        <Tabs label={t('Assistant')} tabs={all} value={key} onChange={setKey} />
        <Checkbox label={t('With tools that change data')} checked={mayWrite} onChange={setMayWrite} />
        <ol className="grid list-decimal gap-1 ps-5 text-sm">
          {host.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <CopyBlock {...host.paste} />
        <WithKey host={host} />
      </div>
    </Card>
  )
}

/** A hosted assistant cannot send a key, and must reach the server. */
const WithKey = ({ host: { withKey } }: { host: Host }) =>
  withKey ? (
    <div className="grid gap-2">
      <p className="text-sm text-soft">
        {t('Or with a key, where no browser can be opened:')}{' '}
        <Link to={paths.settings('api')} className="text-accent-text underline">
          {t('API keys & policy')}
        </Link>
      </p>
      <CopyBlock {...withKey} />
    </div>
  ) : (
    <p className="text-sm text-soft">
      {t('It connects from the internet: this server needs an https address that is reachable from there.')}
    </p>
  )
