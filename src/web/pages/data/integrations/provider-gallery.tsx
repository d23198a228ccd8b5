import { useState } from 'react'
import { t, translate } from '#web/i18n/t.ts'
import { useSession } from '#web/shell/session/use-session.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { type Provider, ProviderLogo } from './provider-logo.tsx'
import { recordLabels } from './record-labels.ts'

const matches = ({ name, provider, category, description }: Provider, text: string) =>
  `${name} ${provider} ${category} ${description}`.toLowerCase().includes(text.trim().toLowerCase())

type ProviderGalleryProps = { providers: readonly Provider[]; onConnect: (provider: Provider) => void }

/** What can be connected, with a search. */
export function ProviderGallery({ providers, onConnect }: ProviderGalleryProps) {
  const [search, setSearch] = useState('')
  const found = providers.filter((provider) => matches(provider, search))
  return (
    <section className="grid gap-3" aria-label={t('Available integrations')}>
      <div className="max-w-xs">
        <TextField
          label={t('Search integrations')}
          hideLabel
          type="search"
          placeholder={t('Search integrations')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <div className="grid gap-4 md:grid-cols-2 lg:grid-cols-3">
        {found.map((provider) => (
          <ProviderCard key={provider.provider} provider={provider} onConnect={() => onConnect(provider)} />
        ))}
      </div>
      {providers.length > 0 && found.length === 0 && (
        <p role="status" className="text-sm text-faint">
          {t('No integration matches. Any other system can send to “Any webhook”.')}
        </p>
      )}
    </section>
  )
}

function ProviderCard({ provider, onConnect }: { provider: Provider; onConnect: () => void }) {
  const { isAdmin } = useSession()
  return (
    <Card
      title={
        <span className="flex items-center gap-2.5">
          <ProviderLogo provider={provider} />
          {provider.name}
        </span>
      }
      actions={
        isAdmin && (
          <Button size="sm" onClick={onConnect}>
            {t('Connect')}
          </Button>
        )
      }
    >
      <p className="text-sm text-soft">{translate(provider.description)}</p>
      <p className="mt-2 flex flex-wrap gap-1">
        {provider.pull && <Chip tone="accent">{t('With history')}</Chip>}
        {provider.records.map((record) => (
          <Chip key={record}>{recordLabels()[record]}</Chip>
        ))}
      </p>
    </Card>
  )
}
